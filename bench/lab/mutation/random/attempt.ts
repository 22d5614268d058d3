import type { Implementation } from "../code/code-group.ts";
import type { Edit } from "../code/edits.ts";
import { targets, type TargetName } from "../../fixtures/mutants/random.ts";
import { blamed, type Outcome } from "../mutant.ts";

// Plays all cases on the targets of the mutants that the parent process sends, and sends back each outcome.

export interface Attempt {
  readonly targets: readonly TargetName[];
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

async function attempt({ targets: names, edit }: Attempt): Promise<Outcome> {
  for (const name of names) {
    const opening = opened.get(name) ?? targets[name]();
    opened.set(name, opening);
    const { start } = await opening;
    const started = await start([edit]).catch(() => undefined);
    if (!started) return { outcome: "invalid" };
    await using running = started;
    const outcome = await blamed(running.plays());
    if (outcome.outcome === "killed") return outcome;
  }
  return { outcome: "survived" };
}
