import { existsSync } from "node:fs";
import { advice } from "@contract-toolkit/schemas/redos/linear";
import { weakExpressionsBelow } from "./source-code.ts";
import { typecheck } from "./project.ts";
import { advisedCheck, checkResult, skippedCheck, type Reporter } from "./result.ts";

/** Folders with sources that handle messages from outside. */
const folders = ["contract", "server", "client", "src"];

/** Checks that the sources typecheck, and that no regular expression takes more than linear time. */
export async function checkSources(report: Reporter): Promise<void> {
  // The compiler runs in another process while this one checks expressions.
  const typechecking = typecheck();
  report(
    advisedCheck(
      `expressions in ${folders.filter((folder) => existsSync(folder)).join(", ") || "sources"} take linear time`,
      await weakExpressionsBelow(folders),
      advice,
    ),
  );
  const check = "sources typecheck";
  const faults = await typechecking;
  const why = "This project does not depend on typescript, or has no tsconfig.json.";
  const lines = faults?.flatMap((fault) => fault.split("\n"));
  report(lines ? checkResult(check, lines) : skippedCheck(check, why));
}
