import { isContainer, isObject, pointerName, type Schema } from "@contract-toolkit/contract";
import type { ErrorObject } from "ajv";
import type { SchemaPair } from "../operations/compare.ts";
import type { Flattener } from "../schemas/flat-schema.ts";
import type { SchemaChange } from "../schemas/schema-change.ts";
import { candidatesOf, changedPlace, type Search } from "./candidates.ts";
import { messageSchema, type Reading } from "./message-schema.ts";
import { readBack } from "./read-back.ts";
import type { SideName } from "./small-messages.ts";
import { createSchemaJudge, type Judge } from "./validators.ts";
import { createBudgets, TooMuchWorkError } from "./work.ts";

interface Counterexample {
  readonly value: unknown;
  /** The changed place. */
  readonly pointer: string;
  /** Whether the sender's contract allows a value of the message without documenting it. */
  readonly isUndocumented: boolean;
}

const maxTried = 1500;

/** In visited schemas: some hundredths of a second for each change, and some seconds for a comparison. */
const workOfOne = 100_000;
const workOfAll = 2_000_000;

/** Finds a part of a message that its sender may send and its receiver refuses because of a change. */
export type FindCounterexample = ReturnType<typeof createCounterexampleSearch>;

/** Makes a search for the schemas of two contracts. */
export function createCounterexampleSearch(old: Flattener, now: Flattener) {
  const judges = new Map<Schema, Map<string, Judge>>();
  const flatteners = { old, new: now };
  const budgetOf = createBudgets(workOfOne, workOfAll);
  const judgeOf = (
    { part, ...pair }: SchemaPair,
    side: SideName,
    reading: Reading,
    message: unknown,
  ): Judge => {
    const schema = pair[side];
    const key = `${side} ${reading} ${fieldsText(message)}`;
    const known = judges.get(schema) ?? new Map<string, Judge>();
    judges.set(schema, known);
    const judge =
      known.get(key) ??
      createSchemaJudge(messageSchema(schema, part, flatteners[side], reading, message));
    known.set(key, judge);
    return judge;
  };
  return (pair: SchemaPair, change: SchemaChange): Counterexample | "too much work" | undefined => {
    const [sender, receiver]: [SideName, SideName] =
      pair.direction === "toService" ? ["old", "new"] : ["new", "old"];
    const budget = budgetOf();
    const contractOf = (side: SideName) => ({ side, flattener: flatteners[side], budget });
    const search: Search = {
      change,
      schema: pair[sender],
      sender: contractOf(sender),
      receiver: contractOf(receiver),
    };
    try {
      return play(pair, search);
    } catch (error) {
      // Very deep schemas overflow the stack.
      if (error instanceof TooMuchWorkError || error instanceof RangeError) return "too much work";
      throw error;
    }
  };

  /** Plays candidates against the validators of both sides: the sender's accepts the message, the receiver's refuses it. */
  function play(pair: SchemaPair, search: Search): Counterexample | undefined {
    const { sender, receiver } = search;
    const pointer = changedPlace(search);
    let tried = 0;
    let undocumented: Counterexample | undefined;
    for (const value of candidatesOf(search)) {
      tried += 1;
      if (tried > maxTried) return undocumented;
      // No text is null.
      if (pair.part !== "body" && isObject(value) && Object.values(value).includes(null)) continue;
      const arrived =
        pair.part === "body" ? value : readBack(value, pair[receiver.side], receiver.flattener);
      const received = judgeOf(pair, receiver.side, "open", arrived);
      receiver.budget.spend(received.work);
      const errors = received.errors(arrived);
      if (!errors) {
        if (errors === undefined) return undefined;
        continue;
      }
      if (!errors.some((error) => isRelated(error, pointer))) continue;
      const sent = judgeOf(pair, sender.side, "closed", value);
      const allowed = judgeOf(pair, sender.side, "open", value);
      sender.budget.spend(sent.work + allowed.work);
      if (allowed.errors(value) !== null || allowed.isAccepted(value) !== true) continue;
      if (received.isAccepted(arrived) !== false) continue;
      if (sent.errors(value) === null && sent.isAccepted(value) === true)
        return { value, pointer, isUndocumented: false };
      undocumented ??= { value, pointer, isUndocumented: true };
    }
    return undocumented;
  }
}

/** A text that is equal for messages that have the same fields and items, whatever their values. */
function fieldsText(message: unknown): string {
  return JSON.stringify(message, (_, value: unknown) => (isContainer(value) ? value : 0));
}

/** Whether an error is at the changed place. Otherwise the receiver refuses the message for another reason. */
function isRelated({ instancePath, keyword, params }: ErrorObject, pointer: string): boolean {
  if (`${instancePath}/`.startsWith(`${pointer}/`)) return true;
  const end = pointer.lastIndexOf("/");
  if (end < 0 || instancePath !== pointer.slice(0, end)) return false;
  // Errors about missing or extra fields are at the object and name the field.
  const names: unknown[] = namesIn.map((name) => (params as Record<string, unknown>)[name]);
  return ofContents.has(keyword) || names.includes(pointerName(pointer.slice(end + 1)));
}

/** Keywords whose errors are at the list or object, not at the wrong item or name. */
const ofContents: ReadonlySet<string> = new Set([
  "contains",
  "items",
  "unevaluatedItems",
  "propertyNames",
]);

const namesIn = ["missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName"];
