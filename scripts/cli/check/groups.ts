import { dirname } from "node:path";
import { contractsOf } from "../dev/contracts.ts";
import { compileSpec } from "@contract-toolkit/generate/compile";
import type { Specification } from "@contract-toolkit/generate";
import { readServices } from "@contract-toolkit/generate/service-model";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { findBase } from "./comparison-base.ts";
import { checkChanges } from "./breaking-changes.ts";
import type { CheckOptions } from "./options.ts";
import { checkReplay } from "./replay.ts";
import {
  groupResult,
  checkResult,
  type CheckResult,
  type GroupResult,
  type Reporter,
} from "./result.ts";
import { readReplaySettings } from "./settings.ts";
import { checkSources } from "./sources.ts";
import { checkSpecification } from "./specification.ts";

/** Makes all groups of checks, in the order of the summary. */
export async function groupsOf(options: CheckOptions): Promise<readonly CheckGroup[]> {
  const { entry, out, versions, isGeneratedOnly } = options;
  const serverOf = readReplaySettings();
  const base = await findBase(options.base, out, dirname(entry));
  let reading: Promise<Specification> | undefined;
  const read = () => (reading ??= readUnchecked(entry, versions));
  return [
    {
      name: "specification",
      run: async (report) => {
        await checkSpecification(await read(), out, isGeneratedOnly, report);
      },
    },
    { name: "sources", run: checkSources },
    {
      name: "changes",
      run: (report) =>
        checkChanges(base, out, report, async () => contractsOf("working tree", await read())),
    },
    { name: "replay", run: (report) => checkReplay(out, serverOf, report) },
  ];
}

/** Unlike `contract generate`, it accepts slow patterns and unions, which the checks report. */
async function readUnchecked(entry: string, versions: readonly string[]): Promise<Specification> {
  const spec = await compileSpec(entry, { versions });
  return { spec, services: await readServices(spec) };
}

/** Checks that run together. */
interface CheckGroup {
  readonly name: string;
  readonly run: (report: Reporter) => Promise<void>;
}

/** Runs a group. An error with a message for the user is the result of a failed check. */
export async function runGroup(group: CheckGroup): Promise<GroupResult> {
  const start = performance.now();
  const results: CheckResult[] = [];
  const problem = await group
    .run((result) => {
      results.push(result);
    })
    .catch((error: unknown) => {
      if (error instanceof UsageError) return error.message;
      throw error;
    });
  const seconds = (performance.now() - start) / 1000;
  if (problem !== undefined)
    results.push(checkResult(`${group.name} can be checked`, problem.split("\n")));
  return groupResult(group.name, results, seconds, problem !== undefined);
}
