import { instanceOf, messagesAt } from "@contract-toolkit/conformance";
import { pointerStep, type Schema } from "@contract-toolkit/kernel";
import type { SchemaPair } from "../operations/compare.ts";
import type { Flattener } from "../schemas/flatten.ts";
import type { SchemaChange, Step } from "../schemas/schema-change.ts";
import { messageSchema, parametersSchema, type Reading } from "./message-schema.ts";
import { fieldOfStep, sliceOf, type SideName } from "./slice.ts";
import { createJudge, type Judge } from "./validators.ts";

/** Finds messages that one contract allows and the other refuses. */
export interface Witnesses {
  /** A part of a message that the sender of a pair may send and its receiver refuses, because of a change. */
  readonly find: (pair: SchemaPair, change: SchemaChange) => Witness | undefined;
}

export interface Witness {
  readonly value: unknown;
}

/** So many messages are tried for one change. */
const maxTried = 400;

/** So many ways to choose the branches of unions. */
const variants = 3;

/** Finds witnesses by the schemas of two contracts; each schema of a message is compiled once. */
export function createWitnesses(old: Flattener, now: Flattener): Witnesses {
  const judges = { closed: new Map<Schema, Judge>(), open: new Map<Schema, Judge>() };
  const flatteners = { old, new: now };
  const judgeOf = ({ part, ...pair }: SchemaPair, side: SideName, reading: Reading): Judge => {
    const schema = pair[side];
    const known = judges[reading].get(schema);
    const write = part === "body" ? messageSchema : parametersSchema;
    const judge = known ?? createJudge(write(schema, flatteners[side], reading));
    judges[reading].set(schema, judge);
    return judge;
  };
  return {
    find(pair, change) {
      const [sender, receiver]: [SideName, SideName] =
        pair.direction === "toService" ? ["old", "new"] : ["new", "old"];
      const sent = judgeOf(pair, sender, "closed");
      const allowed = judgeOf(pair, sender, "open");
      const received = judgeOf(pair, receiver, "open");
      let tried = 0;
      for (const { value, pointer } of candidates(pair, change, sender, receiver, flatteners)) {
        tried += 1;
        if (tried > maxTried) return undefined;
        const errors = received.refusal(value);
        if (!errors?.some(({ instancePath }) => isRelated(instancePath, pointer))) continue;
        if (sent.accepts(value) && allowed.accepts(value)) return { value };
      }
      return undefined;
    },
  };
}

/** A receiver that refuses something else of the message does so for another reason. */
function isRelated(instancePath: string, pointer: string): boolean {
  const parent = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
  return instancePath === parent || `${instancePath}/`.startsWith(`${pointer}/`);
}

interface Candidate {
  readonly value: unknown;
  /** Of the place that changed. */
  readonly pointer: string;
}

function* candidates(
  pair: SchemaPair,
  { steps, ...change }: SchemaChange,
  sender: SideName,
  receiver: SideName,
  flatteners: Readonly<Record<SideName, Flattener>>,
): Iterable<Candidate> {
  const way = wayOf(steps, sender);
  const pointer = pointerOf(way);
  for (let variant = 0; variant < variants; variant += 1) {
    const of = (side: SideName) => ({ side, flattener: flatteners[side], variant });
    const message = instanceOf(sliceOf(pair[sender], way, of(sender)));
    yield { value: message, pointer };
    // What is missing is in no small message.
    const parent = wayOf(steps.slice(0, -1), sender);
    if (parent.length < way.length)
      yield { value: instanceOf(sliceOf(pair[sender], parent, of(sender))), pointer };
    for (const side of [receiver, sender]) {
      const place = change[side].schema;
      if (!place) continue;
      for (const value of messagesAt(message, pointer, sliceOf(place, [], of(side))))
        yield { value, pointer };
    }
  }
}

/** As far as the way leads on one side. */
function wayOf(steps: readonly Step[], side: SideName): readonly Step[] {
  const end = steps.findIndex((step) => step.kind === "branch" && step[side] === undefined);
  const way = end < 0 ? steps : steps.slice(0, end);
  const last = way.findIndex(({ kind }) => kind === "not");
  return last < 0 ? way : way.slice(0, last);
}

/** The place of a way in a message that has all of it. */
function pointerOf(way: readonly Step[]): string {
  return way
    .map((step) => {
      const field = fieldOfStep(step);
      if (field !== undefined) return `/${pointerStep(field)}`;
      if (step.kind === "item") return `/${step.index}`;
      return step.kind === "items" || step.kind === "contains" ? "/0" : "";
    })
    .join("");
}
