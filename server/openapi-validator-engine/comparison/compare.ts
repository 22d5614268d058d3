import { isContainer } from "@contract-toolkit/contract";
import { compiledEngine, type Engine, type Judgement } from "../../skeleton/index.ts";
import { middlewareEngine, type Disagreement } from "../index.ts";
import type { Suite } from "../../../conformance/index.ts";
import { suiteIn } from "../../../conformance/testing/suites.ts";

/** A contract with its suite and both engines, which must give the same verdicts. */
export interface Subject extends Suite {
  readonly engines: { readonly compiled: Engine; readonly middleware: Engine };
  /** The disagreements that the second engine has reported. It asks the validators of both. */
  readonly disagreements: readonly Disagreement[];
}

export async function loadSubject(folder: string): Promise<Subject> {
  const suite = await suiteIn(folder);
  const disagreements: Disagreement[] = [];
  const onDisagreement = (disagreement: Disagreement) => disagreements.push(disagreement);
  return {
    ...suite,
    disagreements,
    engines: {
      compiled: compiledEngine(suite.contract),
      middleware: await middlewareEngine(suite.contract, suite.messages, { onDisagreement }),
    },
  };
}

/** The number of refused messages, and the messages on which the engines differ. */
export interface Comparison {
  readonly refused: number;
  readonly disagreements: readonly string[];
}

/**
 * Validates each message with both engines. They must accept the same messages, report the same violations and fill in the
 * same defaults.
 */
export async function compareEngines<Message extends AnyMessage>(
  { engines: { compiled, middleware }, disagreements: reported }: Subject,
  messages: readonly Message[],
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<Comparison> {
  const disagreements: string[] = [];
  let refused = 0;
  for (const message of messages) {
    const before = reported.length;
    const first = await judgeRefusal(compiled, message, judge);
    const second = await judgeRefusal(middleware, message, judge);
    if (first.isRefused) refused += 1;
    if (first.text !== second.text || reported.length > before)
      disagreements.push(
        [message.id, JSON.stringify(message.message), first.text, second.text].join("\n  "),
      );
  }
  return { refused, disagreements };
}

/** Validates a copy of a message. `text` has the violations, or the message with its defaults. */
async function judgeRefusal<Message extends AnyMessage>(
  engine: Engine,
  item: Message,
  judge: (engine: Engine, message: Message) => Judgement,
): Promise<{ readonly isRefused: boolean; readonly text: string }> {
  const message = copyJson(item.message);
  const violations = await judge(engine, { ...item, message });
  const isRefused = violations.length > 0;
  // Defaults in a refused message do not matter.
  return { isRefused, text: JSON.stringify(isRefused ? violations : message) };
}

interface AnyMessage {
  readonly id: string;
  readonly message: object;
}

/** `structuredClone` takes ten times as long, which would be most of the time of a comparison. */
function copyJson<Value>(value: Value): Value;
function copyJson(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((value: unknown) => copyJson(value));
  return Object.fromEntries(Object.entries(value).map(([name, value]) => [name, copyJson(value)]));
}
