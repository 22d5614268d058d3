import { readAcceptedFile } from "@contract-toolkit/diff/accepted";
import type { Change } from "@contract-toolkit/diff/change";
import { exampleText, otherPlaces, summarizeDiff } from "@contract-toolkit/diff/reporters/text";
import { type Input, readInput } from "@contract-toolkit/diff/read/input";
import { readWorkingTree } from "../dev/working-tree.ts";
import { reportChanges } from "@contract-toolkit/diff/report";
import type { Base } from "./comparison-base.ts";
import { skippedCheck, type CheckResult } from "./result.ts";
import { SpecError } from "@contract-toolkit/generate/spec-error";

/**
 * Checks that there are no breaking changes since the base, and that versions announce the changes.
 *
 * @param current reads the current contracts; default: the generated ones
 */
export async function checkChanges(
  base: Base,
  out: string,
  current?: () => Promise<Input>,
): Promise<CheckResult> {
  const check = "changes of the contract break nobody, and its version announces them";
  if ("none" in base) return skippedCheck(check, base.none);
  const options = { folder: ".", out, isOfCallbacks: false };
  const now = await (current?.() ?? readWorkingTree(options)).catch((error: unknown) => {
    if (error instanceof SpecError) return undefined;
    throw error;
  });
  // The group "specification" reports the faults.
  if (!now) return skippedCheck(check, "The specification does not compile.");
  const old = await readInput(base.commit, options);
  const result = reportChanges({ ...old, name: base.commit.slice(0, 12) }, now, {
    today: new Date(),
    noticeDays: 0,
    accepted: await readAcceptedFile("."),
    isGate: true,
  });
  const errors = result.changes.filter(({ severity }) => severity === "error");
  const advice =
    "A break needs a version that announces it, and a reason: npx contract diff --accept BREAK --reason TEXT.";
  const lines = errors.flatMap(describeBreak);
  if (errors.length > 0) lines.push(advice);
  lines.push(summarizeDiff(result));
  return { check, outcome: result.isPassed ? "passed" : "failed", lines };
}

function describeBreak(change: Change): string[] {
  const { source, operation, pointer, message, id, counterexample } = change;
  const place = source.new ?? source.old;
  const first = [place, "error", `${operation}${pointer}`, `${message} [${id}]`];
  return [
    first.filter(Boolean).join(" "),
    ...otherPlaces(change).map((line) => `  ${line}`),
    ...(counterexample === undefined ? [] : [`  for example ${exampleText(change)}`]),
  ];
}
