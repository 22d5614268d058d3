import { type Fault, isContainer } from "@contract-toolkit/kernel";
import type { Engine, Judgement } from "../../../../server/skeleton/index.ts";
import type { Engines } from "./subject.ts";

/** How often two engines were asked, how often the first refused, and each message on which they differ. */
export interface Comparison {
  asked: number;
  refused: number;
  readonly disagreements: string[];
}

/** What an engine makes of a message. */
export interface EngineAnswer {
  readonly isRefused: boolean;
  /** The same of two engines that judge alike: the faults, or the message with its defaults filled in. */
  readonly text: string;
}

/** Asks both engines about each message: the faults must be the same, and so must the defaults. */
export async function compareEngines<Message extends AnyMessage>(
  { compiled, middleware }: Engines,
  messages: readonly Message[],
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<Comparison> {
  const comparison: Comparison = { asked: 0, refused: 0, disagreements: [] };
  for (const each of messages) {
    const verdict = await answerOf(compiled, each, judge);
    const other = await answerOf(middleware, each, judge);
    comparison.asked += 1;
    if (verdict.isRefused) comparison.refused += 1;
    if (verdict.text !== other.text)
      comparison.disagreements.push(
        [each.id, JSON.stringify(each.message), verdict.text, other.text].join("\n  "),
      );
  }
  return comparison;
}

/** Asks one engine about a message, which stays as it is. */
export async function answerOf<Message extends AnyMessage>(
  engine: Engine,
  each: Message,
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<EngineAnswer> {
  const message = copyOf(each.message);
  const faults = await judge(engine, { ...each, message });
  const isRefused = faults.length > 0;
  // What is refused goes nowhere, so what was filled into it does not matter.
  return {
    isRefused,
    text: isRefused ? comparableText(faults) : `accepted ${JSON.stringify(message)}`,
  };
}

interface AnyMessage {
  readonly id: string;
  readonly message: object;
}

/** Messages are plain data; `structuredClone` takes ten times as long, which is most of the time of a comparison. */
function copyOf<Value>(value: Value): Value;
function copyOf(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => copyOf(each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]));
}

/** Without the rule, by which each engine names its own schemas, and sorted: where a fault stands in the list says nothing. */
function comparableText(faults: readonly Fault[]): string {
  const texts = faults.map(({ pointer, reason, code }) =>
    JSON.stringify({ pointer, reason, code }),
  );
  return texts.sort().join(",");
}
