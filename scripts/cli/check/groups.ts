import { dirname } from "node:path";
import { contractsOf } from "../dev/contracts.ts";
import type { Specification } from "@contract-toolkit/generate";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import {
  type AskedArguments,
  type GenerateArguments,
  readLastRun,
  recordRun,
} from "@contract-toolkit/generate/generated-files/last-run";
import { completed } from "../options.ts";
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
  const { entry, version, isGeneratedOnly } = options;
  const serverOf = readReplaySettings();
  const asked = { entry, out: options.out, version };
  const args = await completed(asked);
  const { out } = args;
  const base = await findBase(options.base, out, dirname(entry));
  let reading: ReturnType<typeof readUnchecked> | undefined;
  const read = () => (reading ??= readUnchecked(asked, args));
  return [
    {
      name: "specification",
      run: async (report) => {
        const last = reading ? undefined : await readLastRun(asked);
        if (last?.isChecked) {
          report(checkResult("nothing has changed since the specification passed its checks", []));
          return;
        }
        const { specification, keepChecked } = await read();
        let isPassed = !isGeneratedOnly;
        await checkSpecification(specification, out, isGeneratedOnly, (result) => {
          isPassed &&= result.outcome === "passed";
          report(result);
        });
        if (isPassed) keepChecked();
      },
    },
    { name: "sources", run: checkSources },
    {
      name: "changes",
      run: async (report) => {
        const current = async () => contractsOf("working tree", (await read()).specification);
        report(await checkChanges(base, out, current));
      },
    },
    { name: "replay", run: (report) => checkReplay(out, serverOf, report) },
  ];
}

/** Unlike `contract generate`, it accepts slow patterns and unions, which the checks report. */
async function readUnchecked(asked: AskedArguments, args: GenerateArguments) {
  // Loading the compiler takes a second, so it is loaded only if something has changed.
  const [{ NodeHost }, { compileSpec }, { readServices }] = await Promise.all([
    import("@typespec/compiler"),
    import("@contract-toolkit/generate/compile"),
    import("@contract-toolkit/generate/service-model"),
  ]);
  const run = recordRun(asked, NodeHost);
  const spec = await compileSpec(args.entry, { versions: args.version, host: run.host });
  const specification: Specification = { spec, services: await readServices(spec) };
  const keepChecked = () => {
    run.keep(args, true);
  };
  return { specification, keepChecked };
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
