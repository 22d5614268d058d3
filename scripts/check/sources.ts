import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { runNode } from "../processes.ts";
import { advice } from "../redos/linear.ts";
import { weakExpressionsBelow } from "../redos/source-code.ts";
import { compilerOfProject } from "./project.ts";
import { advised, listed, type CheckResult, type Reporter } from "./result.ts";

/** Where sources stand that messages of others reach. */
const folders = ["contract", "server", "client", "src"];

/** Checks that the project's sources fit the generated types, and that no expression takes more than linear time. */
export async function checkSources(report: Reporter): Promise<void> {
  // A process of its own, which begins before expressions are judged in this one.
  const types = typecheck("sources typecheck");
  report(
    advised(
      `expressions in ${folders.filter((each) => existsSync(each)).join(", ") || "sources"} take linear time`,
      await weakExpressionsBelow(folders),
      advice,
    ),
  );
  report(await types);
}

async function typecheck(check: string): Promise<CheckResult> {
  const compiler = compilerOfProject();
  if (compiler === undefined) {
    const lines = ["This project does not depend on typescript, or has no tsconfig.json."];
    return { check, outcome: "skipped", lines };
  }
  const { status, output } = await runNode([compiler, "--noEmit"]);
  // Colours, where the environment forces them, and the tabs of an excerpt are for terminals.
  const text = stripVTControlCharacters(output).trim().replaceAll("\t", "  ");
  return listed(check, status === 0 ? [] : text.split("\n"));
}
