import { withChoices } from "../choices.ts";
import type { Suite } from "../suite.ts";
import type { Target } from "../cases/case.ts";
import type { Planned } from "../cases/planned-case.ts";
import { knownFailureOf, type KnownFailure } from "../known-failures/known-failures.ts";
import { makeReport, type Report } from "../report/report.ts";
import { run, type RunOptions, type Timed } from "./run.ts";
import type { Verdict } from "../verdict.ts";
import { withoutAbsent } from "./not-implemented.ts";
import { isChosen, type Plan, type PlanOptions } from "./plan.ts";

export interface PlayOptions extends Pick<PlanOptions, "include" | "exclude" | "choices"> {
  /** Plays only samples, and derived messages if there are none. */
  readonly samples?: boolean;
  /** Failures that do not fail the run. */
  readonly known?: readonly KnownFailure[];
  /** Ends the run with the first case that does not pass. */
  readonly bail?: boolean;
  /** When the run started, for the report. Default: now. */
  readonly startedAt?: Date;
  /** Ends the run. The report has what was played until then. */
  readonly deadline?: AbortSignal | undefined;
  /** Shown in the report, from which a run can be repeated. */
  readonly seed?: string;
  /** Shows the progress of the cases that are played. It is disposed of after the last one. */
  readonly progress?: (
    planned: readonly Planned[],
  ) => Disposable & Required<Pick<RunOptions<Planned>, "onVerdict">>;
}

/** The cases of a plan that are played. */
function chosenOf({ planned }: Plan, options: PlayOptions): Planned[] {
  const ofFilter = isChosen(options);
  return planned.filter(
    ({ case: { id, kind } }) => ofFilter({ id }) && (!options.samples || ofSamples.has(kind)),
  );
}

/** The kinds that are played with `samples`. */
const ofSamples: ReadonlySet<string> = new Set(["sample", "derived"]);

/** The chosen cases of a plan that can be played, and a function that reports their verdicts. */
export function preparePlan(suite: Suite, target: Target, plan: Plan, options: PlayOptions) {
  const { known = [], deadline, seed = "", exclude = [], startedAt = new Date() } = options;
  const { planned, constraints, needs } = plan;
  const { playable, notImplemented } = withoutAbsent(
    chosenOf(plan, options).map((item) => ({
      ...item,
      play: async (attempt) =>
        withChoices(suite, await item.play(attempt), options.choices === "none"),
    })),
    plan.absences ?? new Map(),
    exclude,
  );
  const report = (timed: readonly Timed[]): Report =>
    makeReport({
      contract: suite.contract,
      target,
      planned,
      timed,
      notImplemented,
      leftOut: playable.length - timed.length,
      isOutOfTime: deadline?.aborted === true,
      ...(needs && { needs: [...needs].map(([operation, need]) => ({ operation, ...need })) }),
      ...(plan.refusedCredential !== undefined && { refusedCredential: plan.refusedCredential }),
      unreadable: plan.unreadable ?? [],
      known,
      ...(!options.samples && { constraints }),
      timing: { startedAt, milliseconds: Date.now() - startedAt.getTime(), seed },
    });
  return { playable, report };
}

/**
 * Plays the chosen cases of a plan, and reports their verdicts and the coverage of the contract.
 *
 * @throws errors of the suite; a failure of the target is a verdict
 */
export async function playPlan(
  suite: Suite,
  target: Target,
  plan: Plan,
  options: PlayOptions = {},
): Promise<Report> {
  const { known = [], bail = false, deadline } = options;
  const { concurrency = 1, exclusive = new Set() } = plan;
  const { playable, report } = preparePlan(suite, target, plan, options);
  const isKnown = ({ case: { id }, target, outcome }: Verdict) =>
    outcome === "failed" && knownFailureOf(known, target, id) !== undefined;
  using progress = options.progress?.(playable);
  const timed = await run(playable, (planned) => planned.play(), {
    concurrency,
    isLast: (verdict) => bail && verdict.outcome !== "passed" && !isKnown(verdict),
    deadline,
    isExclusive: (planned) => exclusive.has(planned.case.id),
    ...(progress && { onVerdict: progress.onVerdict }),
  });
  return report(timed);
}
