import type { Fault } from "../../../generated/contract.ts";
import type { Engine, Judgement } from "../../../server/skeleton/index.ts";
import type { Engines } from "./subject.ts";

/** How often two engines were asked, how often the first refused, and each message on which they differ. */
export interface Comparison {
  asked: number;
  refused: number;
  readonly disagreements: string[];
}

/** Asks both engines about each message: the faults must be the same, and so must the defaults. */
export async function compareEngines<
  Message extends { readonly id: string; readonly message: object },
>(
  { compiled, middleware }: Engines,
  messages: readonly Message[],
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<Comparison> {
  const comparison: Comparison = { asked: 0, refused: 0, disagreements: [] };
  for (const each of messages) {
    const first = structuredClone(each.message);
    const second = structuredClone(each.message);
    const faults = await judge(compiled, { ...each, message: first });
    const others = await judge(middleware, { ...each, message: second });
    comparison.asked += 1;
    if (faults.length > 0) comparison.refused += 1;
    // What is refused goes nowhere, so what was filled into it does not matter.
    const accepted = faults.length === 0 && others.length === 0;
    const verdicts = [
      accepted ? JSON.stringify(first) : shown(faults),
      accepted ? JSON.stringify(second) : shown(others),
    ];
    if (verdicts[0] !== verdicts[1])
      comparison.disagreements.push(
        [each.id, JSON.stringify(each.message), ...verdicts].join("\n  "),
      );
  }
  return comparison;
}

/** Without the rule, by which each engine names its own schemas, and sorted: where a fault stands in the list says nothing. */
function shown(faults: readonly Fault[]): string {
  const texts = faults.map(({ pointer, reason, code }) =>
    JSON.stringify({ pointer, reason, code }),
  );
  return texts.sort().join(",");
}
