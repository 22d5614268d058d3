import { isContainer } from "@contract-toolkit/kernel";
import { compiledEngine, type Engine, type Judgement } from "../../../server/skeleton/index.ts";
import {
  middlewareEngine,
  type Disagreement,
} from "../../../server/skeleton/middleware-engine/index.ts";
import type { Suite } from "../../index.ts";
import { suiteIn } from "../../testing/suites.ts";

/** A contract with everything that is derived from it, and both engines, which have to judge alike. */
export interface Subject extends Suite {
  readonly engines: { readonly compiled: Engine; readonly middleware: Engine };
  /** What the second engine has reported so far: it asks the validators of both. */
  readonly disagreements: readonly Disagreement[];
}

/** Loads a generated contract with both of its engines. */
export async function loadSubject(folder: string): Promise<Subject> {
  const suite = await suiteIn(folder);
  const disagreements: Disagreement[] = [];
  const onDisagreement = (each: Disagreement) => disagreements.push(each);
  return {
    ...suite,
    disagreements,
    engines: {
      compiled: compiledEngine(suite.contract),
      middleware: await middlewareEngine(suite.contract, suite.messages, { onDisagreement }),
    },
  };
}

/** How often the compiled validators refused, and each message on which the engines differ. */
export interface Comparison {
  readonly refused: number;
  readonly disagreements: readonly string[];
}

/**
 * Asks both engines about each message: the validators have to accept the same, and fill in the same. The second engine
 * reports where they do not.
 */
export async function compareEngines<Message extends AnyMessage>(
  { engines: { compiled, middleware }, disagreements: reported }: Subject,
  messages: readonly Message[],
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<Comparison> {
  const disagreements: string[] = [];
  let refused = 0;
  for (const each of messages) {
    const before = reported.length;
    const verdict = await answerOf(compiled, each, judge);
    const other = await answerOf(middleware, each, judge);
    if (verdict.isRefused) refused += 1;
    if (verdict.text !== other.text || reported.length > before)
      disagreements.push(
        [each.id, JSON.stringify(each.message), verdict.text, other.text].join("\n  "),
      );
  }
  return { refused, disagreements };
}

/** Whether an engine refuses a message, which stays as it is, and its faults, or the message with its defaults filled in. */
async function answerOf<Message extends AnyMessage>(
  engine: Engine,
  each: Message,
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<{ readonly isRefused: boolean; readonly text: string }> {
  const message = copyOf(each.message);
  const faults = await judge(engine, { ...each, message });
  const isRefused = faults.length > 0;
  // What is refused goes nowhere, so what was filled into it does not matter.
  return { isRefused, text: JSON.stringify(isRefused ? faults : message) };
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
