import { keepComparisonsOf } from "@contract-toolkit/schemas/boundaries/values/keep-comparisons";
import { messagesAt } from "@contract-toolkit/schemas/boundaries/values/messages-at";
import {
  isObject,
  pointerStep,
  type Schema,
  valueAt,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";
import { allowsType, typeOfLimit } from "@contract-toolkit/contract/schema-algebra";
import type { SchemaChange, Step } from "../schemas/schema-change.ts";
import {
  askedAlong,
  fieldOfStep,
  makeSmall,
  shallowSchema,
  type Contract,
} from "./small-messages.ts";

/** Where a message that shows a change is looked for. */
export interface Search {
  readonly change: SchemaChange;
  /** What the sender may send in this part of the message. */
  readonly schema: Schema;
  readonly sender: Contract;
  readonly receiver: Contract;
}

/** A schema of the changed place in one of the contracts. */
interface Place {
  readonly schema: Schema;
  readonly contract: Contract;
}

/** Least and greatest number of ways to choose values and branches. */
const minChoices = 3;
const maxChoices = 12;

const mostItems = 1000;

const aNumber: Schema = { type: "number" };

/** Messages that may show a change, simple ones first. The caller must validate them. */
export function* candidatesOf(search: Search): Iterable<unknown> {
  const { change, schema, sender } = search;
  const way = wayOf(search);
  const pointer = changedPlace(search);
  const last = way.at(-1)?.kind;
  const places = placesOf(search);
  const choices = choicesOf(places);
  const asked = askedAlong(schema, way, sender);
  const parent = askedAlong(schema, way.slice(0, -1), sender);
  const smallOnes = choices.map((choice) => makeSmall(asked, sender, choice));
  if (change.shown !== undefined && last !== "propertyNames") {
    yield* smallOnes.map((message) => put(message, pointer, change.shown));
    return;
  }
  for (const [index, message] of smallOnes.entries()) {
    yield message;
    // No item of an empty list fits.
    if (last === "contains") yield put(message, pointer.slice(0, -"/0".length), []);
    // A minimal message omits optional fields.
    if (way.length > 0) yield makeSmall(parent, sender, choices[index] ?? 0);
  }
  const listed: Schema = { enum: [...(change.texts ?? [])] };
  for (const message of change.texts ? smallOnes : [])
    yield* valuesIn(message, pointer, listed, last);
  for (const [index, choice] of choices.entries())
    for (const { schema: held, contract } of places) {
      const shallow = shallowSchema(held, contract, choice);
      for (const isFull of [false, true]) {
        const whole = isFull ? askedAlong(schema, way, sender, true) : asked;
        const message = makeSmall(whole, sender, choice);
        for (const changed of valuesIn(message, pointer, shallow, last))
          yield keepComparisonsOf(whole, changed, pointer, message);
      }
      for (const value of valuesOf({ schema: held, contract }, choice))
        yield put(smallOnes[index], pointer, value);
    }
}

/** The pointer of the changed place in the candidates. */
export function changedPlace(search: Search): string {
  return wayOf(search)
    .map((step) => {
      const field = fieldOfStep(step);
      if (field !== undefined) return `/${pointerStep(field)}`;
      if (step.kind === "item") return `/${step.index}`;
      return step.kind === "items" || step.kind === "contains" ? "/0" : "";
    })
    .join("");
}

/** The steps that the sender's contract has, up to a `not`. */
function wayOf({ change: { steps }, sender: { side } }: Search): readonly Step[] {
  const end = steps.findIndex(
    (step) => step.kind === "not" || ("old" in step && step[side] === undefined),
  );
  return end < 0 ? steps : steps.slice(0, end);
}

/** The schemas of the changed place, and those that a `not` on the way denies. */
function placesOf({ change, sender, receiver }: Search): Place[] {
  const denied = change.steps.find(({ kind }) => kind === "not");
  return [receiver, sender].flatMap((contract) => {
    const {
      [contract.side]: { schema },
    } = change;
    const outer = denied && "old" in denied ? (denied[contract.side] ?? []) : [];
    return [...(schema ? [schema] : []), ...outer].map((schema) => ({ schema, contract }));
  });
}

/** Ways to choose values and branches. Each value and branch at the place is the first choice of one of them. */
function choicesOf(places: readonly Place[]): number[] {
  const counts = places.map(({ schema, contract }) => {
    const { values = [], unions } = contract.flattener.flat(schema);
    return Math.max(values.length, ...unions.map(({ branches }) => branches.length));
  });
  const count = Math.min(maxChoices, Math.max(minChoices, ...counts));
  return Array.from({ length: count }, (_, index) => index);
}

/** A message with a value at a place. Of two objects, the message has the fields of both. */
function put(message: unknown, pointer: string, value: unknown): unknown {
  const present = valueAt(message, pointer);
  const joined = isObject(present) && isObject(value) ? { ...present, ...value } : value;
  return pointer === "" ? joined : withValue(message, pointer, joined);
}

/** Messages with the values of a schema at a place, or as a name of a field if the rule for names changed. */
function* valuesIn(
  message: unknown,
  pointer: string,
  schema: Schema,
  last: Step["kind"] | undefined,
): Iterable<unknown> {
  if (last !== "propertyNames") {
    yield* messagesAt(message, pointer, schema);
    return;
  }
  const object = pointer.slice(0, pointer.lastIndexOf("/"));
  const value = valueAt(message, pointer);
  for (const name of messagesAt("name", "", schema))
    if (typeof name === "string")
      yield withValue(withoutValue(message, pointer), `${object}/${pointerStep(name)}`, value);
}

/** Values that fit a schema or what it denies, and lists with one item more or less than `contains` requires. */
function valuesOf({ schema, contract }: Place, choice: number): unknown[] {
  const { contains, limits, nots, types } = contract.flattener.flat(schema);
  const made = (inside: Schema, isFull = false) =>
    makeSmall(askedAlong(inside, [], contract, isFull), contract, choice);
  const item = contains[0] && made(contains[0]);
  const counts = [limits.get("minContains") ?? 1, limits.get("maxContains") ?? 1]
    .flatMap((bound) => [bound - 1, bound, bound + 1])
    .filter((count) => contains.length > 0 && count >= 0 && count <= mostItems);
  const bounds = [...limits].flatMap(([limit, bound]) =>
    typeOfLimit(limit) === "integer" ? [bound] : [],
  );
  return [
    ...[made(schema), made(schema, true)],
    // A bound or a whole number does not show that other numbers are allowed.
    ...(allowsType(types, "integer")
      ? [Number(made(contract.flattener.both([schema, aNumber]))), ...bounds].flatMap((bound) =>
          [0, 1, 0.5, -0.5, -1].map((more) => bound + more),
        )
      : []),
    ...counts.map((count) => Array.from({ length: count }, () => item)),
    ...nots.map((not) => made(contract.flattener.both([schema, not]))),
    ...(types.has("boolean") ? [true, false] : []),
  ];
}
