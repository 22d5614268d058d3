import { run } from "../../../../conformance/runs/run.ts";
import { describeFinding } from "../../../../conformance/verdict.ts";
import type { Implementation } from "../code/code-group.ts";
import type { Edit } from "../code/edits.ts";
import { targets, type TargetName } from "../../fixtures/mutants/random.ts";
import type { Outcome, Play } from "../mutant.ts";
import { START } from "./coverage.ts";

// Plays the cases that execute a mutant, on its targets, for each mutant that the parent process sends. Sends back the outcome.

export interface Attempt {
  /** With the kinds of cases that execute the mutant. */
  readonly targets: readonly (readonly [TargetName, readonly string[]])[];
  readonly edit: Edit;
}

const opened = new Map<TargetName, Promise<Implementation>>();

// A mutant may cause an unhandled rejection. Only its responses are judged.
process.on("unhandledRejection", () => undefined);
process.on("disconnect", () => process.exit());
process.on(
  "message",
  (message) => void attempt(message as Attempt).then((outcome) => process.send?.(outcome)),
);

async function attempt({ targets: executing, edit }: Attempt): Promise<Outcome> {
  for (const [name, kinds] of executing) {
    const opening = opened.get(name) ?? targets[name]();
    opened.set(name, opening);
    const { start } = await opening;
    const started = await start([edit]).catch(() => undefined);
    if (!started) return { outcome: "invalid" };
    await using running = started;
    const all = await running.plays();
    // Most mutants are noticed by samples.
    const samples = all.filter(({ kind }) => kind === "sample");
    const others = all.filter(
      ({ kind }) => kind !== "sample" && (kinds.includes(START) || kinds.includes(kind)),
    );
    for (const plays of [samples, others]) {
      const outcome = await firstFailure(plays, running.concurrency);
      if (outcome.outcome === "killed") return outcome;
    }
  }
  return { outcome: "survived" };
}

/** A case must fail again alone, because it may fail once on a busy machine. */
async function firstFailure(plays: readonly Play[], concurrency = 1): Promise<Outcome> {
  const timed = await run(plays, (play) => play.run(), {
    concurrency,
    isExclusive: ({ isAlone = false }) => isAlone,
    isLast: ({ outcome }) => outcome !== "passed",
  });
  const failed = timed.find(({ verdict }) => verdict.outcome !== "passed")?.verdict.case.id;
  if (failed === undefined) return { outcome: "survived" };
  const verdict = await plays.find(({ id }) => id === failed)?.run(2);
  const [finding = { message: "" }] = verdict?.findings ?? [];
  if (verdict?.outcome !== "passed")
    return { outcome: "killed", caseId: failed, finding: describeFinding(finding) };
  const done = new Set(timed.map(({ verdict }) => verdict.case.id));
  return firstFailure(
    plays.filter(({ id }) => !done.has(id)),
    concurrency,
  );
}
