import { keepComparisonsOf } from "@contract-toolkit/schemas/boundaries/values/keep-comparisons";
import { instanceOf } from "@contract-toolkit/schemas/message-generator/instance";
import { messagesAt } from "@contract-toolkit/schemas/boundaries/values/messages-at";
import {
  isObject,
  pointerName,
  pointerStep,
  type Schema,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";
import type { ErrorObject } from "ajv";
import type { SchemaPair } from "../operations/compare.ts";
import type { Flattener } from "../schemas/flat-schema.ts";
import type { SchemaChange, Step } from "../schemas/schema-change.ts";
import { messageSchema, type Reading } from "./message-schema.ts";
import { fieldOfStep, sliceOf, type SideName, type SliceOptions } from "./slice.ts";
import { createSchemaJudge, type Judge } from "./validators.ts";
import { createBudgets, TooMuchWorkError, type Budget } from "./work.ts";

interface Counterexample {
  readonly value: unknown;
  /** The changed place. */
  readonly pointer: string;
  /** Whether the sender's contract allows a value of the message without documenting it. */
  readonly isUndocumented: boolean;
}

const mostItems = 1000;

const maxTried = 1500;

/** In visited schemas: some hundredths of a second for each change, and some seconds for a comparison. */
const workOfOne = 100_000;
const workOfAll = 2_000_000;

/** Least and greatest number of ways to choose values and branches. */
const minVariants = 3;
const maxVariants = 12;

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
    try {
      return searchCounterexample(pair, change, budgetOf());
    } catch (error) {
      // Very deep schemas overflow the stack.
      if (error instanceof TooMuchWorkError || error instanceof RangeError) return "too much work";
      throw error;
    }
  };

  function searchCounterexample(
    pair: SchemaPair,
    change: SchemaChange,
    budget: Budget,
  ): Counterexample | undefined {
    const [sender, receiver]: [SideName, SideName] =
      pair.direction === "toService" ? ["old", "new"] : ["new", "old"];
    let tried = 0;
    let undocumented: Counterexample | undefined;
    const sides: Sides = { sender, receiver, flatteners, budget };
    for (const { value, pointer } of candidates(pair, change, sides)) {
      tried += 1;
      if (tried > maxTried) return undocumented;
      const received = judgeOf(pair, receiver, "open", value);
      budget.spend(received.work);
      const errors = received.errors(value);
      if (!errors) {
        if (errors === undefined) return undefined;
        continue;
      }
      if (!errors.some((error) => isRelated(error, pointer))) continue;
      const sent = judgeOf(pair, sender, "closed", value);
      const allowed = judgeOf(pair, sender, "open", value);
      budget.spend(sent.work + allowed.work);
      if (allowed.errors(value) !== null || allowed.isAccepted(value) !== true) continue;
      if (received.isAccepted(value) !== false) continue;
      if (sent.errors(value) === null && sent.isAccepted(value) === true)
        return { value, pointer, isUndocumented: false };
      undocumented ??= { value, pointer, isUndocumented: true };
    }
    return undocumented;
  }
}

/** A text that is equal for messages that have the same fields and items, whatever their values. */
function fieldsText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(fieldsText).join()}]`;
  if (!isObject(value)) return "";
  return JSON.stringify(Object.entries(value).map(([name, value]) => [name, fieldsText(value)]));
}

interface Sides {
  readonly sender: SideName;
  readonly receiver: SideName;
  readonly flatteners: Readonly<Record<SideName, Flattener>>;
  readonly budget: Budget;
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

interface Candidate {
  readonly value: unknown;
  /** The changed place. */
  readonly pointer: string;
}

function* candidates(
  pair: SchemaPair,
  change: SchemaChange,
  { sender, receiver, flatteners, budget }: Sides,
): Iterable<Candidate> {
  const way = wayOf(change.steps, sender);
  const parent = wayOf(change.steps.slice(0, -1), sender);
  const pointer = stepsPointer(way);
  const flattener = flatteners[sender];
  const sides = [receiver, sender].flatMap((side) => {
    const place = change[side].schema;
    return place ? [{ place, side, flattener: flatteners[side], budget }] : [];
  });
  const sliced = (to: readonly Step[], variant: Partial<SliceOptions> & Variant) =>
    sliceOf(pair[sender], to, { side: sender, flattener, budget, ...variant });
  const all = listChoiceVariants(sides);
  if (change.shown !== undefined && way.at(-1)?.kind !== "propertyNames") {
    for (const variant of all) {
      const made = instanceOf(sliced(way, variant));
      const value = pointer === "" ? change.shown : withValue(made, pointer, change.shown);
      yield { value, pointer };
    }
    return;
  }
  for (const variant of all) {
    const made = instanceOf(sliced(way, variant));
    yield { value: made, pointer };
    // No item of an empty list fits.
    const list = pointer.slice(0, -"/0".length);
    if (way.at(-1)?.kind === "contains")
      yield { value: list === "" ? [] : withValue(made, list, []), pointer };
    // A minimal message omits optional fields, so also try its parent.
    if (parent.length < way.length) yield { value: instanceOf(sliced(parent, variant)), pointer };
  }
  for (const variant of change.texts ? all : []) {
    const original = instanceOf(sliced(way, variant));
    for (const value of messagesWithValues(
      original,
      pointer,
      { enum: [...(change.texts ?? [])] },
      way,
    ))
      yield { value, pointer };
  }
  for (const variant of all) {
    const slices = [false, true].map((isFull) => sliced(way, { isFull, ...variant }));
    for (const { place, ...of } of sides) {
      const schema = sliceOf(place, [], { ...of, ...variant });
      for (const slice of slices) {
        const original = instanceOf(slice);
        for (const value of messagesWithValues(original, pointer, schema, way))
          yield { value: keepComparisonsOf(slice, value, pointer, original), pointer };
        for (const isFull of [false, true]) {
          const made = instanceOf(sliceOf(place, [], { ...of, ...variant, isFull }));
          // A bound or a whole number does not show that other numbers are allowed.
          for (const value of typeof made === "number"
            ? [made, made + 1, made + 0.5, made - 0.5]
            : [made])
            yield { value: placeValue(original, pointer, value), pointer };
        }
      }
      const isOfBooleans = of.flattener.flat(place).types.has("boolean");
      const others = [...listsAt(place, of), ...deniedBy(place, of)];
      for (const value of isOfBooleans ? [...others, true, false] : others) {
        const small = instanceOf(sliced(way, variant));
        yield { value: pointer === "" ? value : withValue(small, pointer, value), pointer };
      }
    }
  }
}

interface Place {
  readonly place: Schema;
  readonly side: SideName;
  readonly flattener: Flattener;
  readonly budget: Budget;
}

type Variant = Pick<SliceOptions, "variant" | "isOfAllBranches">;

/** Ways to choose values and branches. Each value and branch at the place is the first choice of one of them. */
function listChoiceVariants(places: readonly Place[]): Variant[] {
  const choices = places.map(({ place, flattener }) => {
    const { values = [], unions } = flattener.flat(place);
    return Math.max(values.length, ...unions.map(({ branches }) => branches.length));
  });
  const count = Math.min(maxVariants, Math.max(minVariants, ...choices));
  return [
    ...Array.from({ length: count }, (_, variant) => ({ variant })),
    { variant: 0, isOfAllBranches: true },
  ];
}

/** A message with a value at a place. Of two objects, the message has the fields of both. */
function placeValue(message: unknown, pointer: string, value: unknown): unknown {
  const present = valueAt(message, pointer);
  const joined = isObject(present) && isObject(value) ? { ...present, ...value } : value;
  return pointer === "" ? joined : withValue(message, pointer, joined);
}

/** Messages with different values at a place, or with different field names if the rule for names changed. */
function* messagesWithValues(
  message: unknown,
  pointer: string,
  schema: Schema,
  way: readonly Step[],
): Iterable<unknown> {
  if (way.at(-1)?.kind !== "propertyNames") {
    yield* messagesAt(message, pointer, schema);
    return;
  }
  const object = pointer.slice(0, pointer.lastIndexOf("/"));
  const value = valueAt(message, pointer);
  for (const name of messagesAt("name", "", schema))
    if (typeof name === "string")
      yield withValue(withoutValue(message, pointer), `${object}/${pointerStep(name)}`, value);
}

/** Lists with as many matching items as `contains` requires, one more and one less. */
function listsAt(place: Schema, options: Omit<Place, "place">): unknown[] {
  const { contains, limits } = options.flattener.flat(place);
  const [first] = contains;
  if (!first) return [];
  const item = instanceOf(sliceOf(first, [], { ...options, variant: 0 }));
  const bounds = [limits.get("minContains") ?? 1, limits.get("maxContains") ?? 1];
  return bounds
    .flatMap((bound) => [bound - 1, bound, bound + 1])
    .filter((count) => count >= 0 && count <= mostItems)
    .map((count) => Array.from({ length: count }, () => item));
}

function deniedBy(place: Schema, options: Omit<Place, "place">): unknown[] {
  const { flattener } = options;
  return flattener
    .flat(place)
    .nots.map((not) =>
      instanceOf(sliceOf(flattener.both([place, not]), [], { ...options, variant: 0 })),
    );
}

/** The steps that exist on one side. */
function wayOf(steps: readonly Step[], side: SideName): readonly Step[] {
  const end = steps.findIndex(
    (step) => (step.kind === "branch" || step.kind === "alternative") && step[side] === undefined,
  );
  const way = end < 0 ? steps : steps.slice(0, end);
  const last = way.findIndex(({ kind }) => kind === "not");
  return last < 0 ? way : way.slice(0, last);
}

/** The JSON pointer of the place that the steps lead to. */
function stepsPointer(way: readonly Step[]): string {
  return way
    .map((step) => {
      const field = fieldOfStep(step);
      if (field !== undefined) return `/${pointerStep(field)}`;
      if (step.kind === "item") return `/${step.index}`;
      return step.kind === "items" || step.kind === "contains" ? "/0" : "";
    })
    .join("");
}
