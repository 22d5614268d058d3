import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { JsonReport } from "@contract-toolkit/conformance";
import { contractsIn } from "@contract-toolkit/conformance/internal";
import { runNode } from "../processes.ts";
import { failuresIn } from "../replay/failures.ts";
import { nothingToPlay } from "../replay/options.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { checkResult, skippedCheck, type CheckResult, type Reporter } from "./result.ts";
import type { ServerOf } from "./settings.ts";

/** Replays the samples of every contract on the project's server, or on a mock if package.json names no server. */
export async function checkReplay(
  out: string,
  serverOf: ServerOf,
  report: Reporter,
): Promise<void> {
  if (!existsSync(out)) {
    const why = `The folder ${out} does not exist. Run: npx contract generate`;
    report(skippedCheck("samples pass", why));
    return;
  }
  for (const folder of await contractsIn(out)) {
    // Contracts with events are served by the users of the service, not by this project.
    const isServed = !existsSync(join(folder, "events.ts"));
    const server = isServed ? serverOf(basename(folder)) : undefined;
    report(await replayContract(folder, server));
  }
}

/** Runs in a process of its own, because compiling in this process would delay responses. */
async function replayContract(folder: string, server: ReturnType<ServerOf>): Promise<CheckResult> {
  const on = server ? `"${server.command}"` : "a mock of it";
  const check = `samples of ${basename(folder)} pass on ${on}`;
  const path = server?.basePath === undefined ? [] : ["--base-path", server.basePath];
  const target = server ? ["--start", server.command, ...path] : ["--mock"];
  const program = import.meta.filename.replace(/check[\\/]replay(?=\.\w+$)/, "contract");
  const args = [program, "replay", folder, ...target, "--samples", "--json"];
  const { output, errors } = await runNode(args);
  if (output === "" && errors.startsWith(nothingToPlay)) return skippedCheck(check, errors.trim());
  if (output === "") throw new UsageError(errors.trim());
  const failures = failuresIn(JSON.parse(output) as JsonReport);
  return checkResult(
    check,
    failures.length > 0 && errors ? [...failures, ...errors.trim().split("\n")] : failures,
  );
}
