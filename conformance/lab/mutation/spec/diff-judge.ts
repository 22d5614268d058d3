import type { Schema } from "@contract-toolkit/kernel";
import type { ConstraintCase, Case } from "../../../index.ts";
import { accepts } from "../../../internal.ts";
import type { Change } from "../../../../scripts/diff/change.ts";
import type { ContractForm } from "../../../../scripts/diff/contract-form.ts";
import { compareOperations, type SchemaPair } from "../../../../scripts/diff/operations/compare.ts";
import type { LifecyclePolicy } from "../../../../scripts/diff/lifecycle.ts";
import { createFlattener } from "../../../../scripts/diff/schemas/flatten.ts";
import { type Flattener } from "../../../../scripts/diff/schemas/flat-schema.ts";
import {
  messageSchema,
  parametersSchema,
  type Reading,
} from "../../../../scripts/diff/witness/message-schema.ts";

/** What is wrong with what a comparison says, in words. */
export function faultsOf(
  old: ContractForm,
  now: ContractForm,
  changes: readonly Change[],
  messages: Messages,
  policy: LifecyclePolicy,
): string[] {
  const judge = judgeOf(old, now);
  return pairsOf(old, now, policy).flatMap(({ operation, pair }) => {
    const at = `${operation}${pair.pointer}`;
    const of = changes.filter(
      (each) => each.operation === operation && isBelow(each.pointer, pair.pointer),
    );
    const errors = of.filter(({ severity }) => severity === "error");
    const shown = errors.flatMap(({ witness }) => partOf(witness, pair.part));
    const wrong = shown.filter((value) => !judge.breaks(pair, value));
    const isChanged = judge.differs(pair);
    // What is the same for every message needs none to be tried.
    const isBroken =
      isChanged && messages(operation, pair).some((value) => judge.breaks(pair, value));
    return [
      ...wrong.map((value) => `${at}: ${JSON.stringify(value)} is no witness`),
      ...(isBroken && errors.length === 0 ? [`${at}: a break is not found`] : []),
      ...(isChanged && of.length === 0 ? [`${at}: a change is not found`] : []),
    ];
  });
}

/** The operations of which some message has another schema. */
export function changedOf(
  old: ContractForm,
  now: ContractForm,
  policy: LifecyclePolicy,
): ReadonlySet<string> {
  const judge = judgeOf(old, now);
  const differing = pairsOf(old, now, policy).filter(({ pair }) => judge.differs(pair));
  return new Set(differing.map(({ operation }) => operation));
}

/** The values that a part of a message has in known messages. */
export type Messages = (operation: string, pair: SchemaPair) => readonly unknown[];

/** The parts of the messages of samples, and of cases derived from them. */
export function messagesOf(samples: readonly Case[], derived: readonly ConstraintCase[]): Messages {
  return (operation, { view, part, pointer }) => {
    const status = pointer.split("/")[2];
    const ofSamples = samples
      .filter((each) => each.operation.id === operation)
      .filter(({ response }) => view === "request" || String(response.status) === status)
      .map(({ request, response }) => (view === "request" ? request : response));
    const ofCases = derived
      .filter(
        ({ constraint }) => constraint.operation === operation && constraint.direction === view,
      )
      .filter(({ constraint }) => view === "request" || String(constraint.status) === status);
    return [...ofSamples, ...ofCases.map(({ message }) => message)].flatMap((message) =>
      partOf(message, part),
    );
  };
}

function partOf(message: unknown, part: string): unknown[] {
  const found: unknown = new Map(Object.entries(message ?? {})).get(part);
  if (found === undefined) return [];
  return [part === "headers" ? inLowerCase(found) : found];
}

function inLowerCase(headers: unknown): unknown {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  );
}

interface Pair {
  readonly operation: string;
  readonly pair: SchemaPair;
}

/** Nobody changes what stands in a path without another path. */
function pairsOf(old: ContractForm, now: ContractForm, policy: LifecyclePolicy): Pair[] {
  return [...now.operations].flatMap(([key, operation]) => {
    const before = old.operations.get(key);
    if (!before) return [];
    return compareOperations(before, operation, policy)
      .schemas.filter(({ part }) => part !== "path")
      .map((pair) => ({ operation: operation.name, pair }));
  });
}

function isBelow(pointer: string, parent: string): boolean {
  return `${pointer}/`.startsWith(`${parent}/`);
}

/** Judges by the second validator alone. */
function judgeOf(old: ContractForm, now: ContractForm) {
  const flatteners = {
    old: {
      request: createFlattener(old.resolve, "request"),
      response: createFlattener(old.resolve, "response"),
    },
    new: {
      request: createFlattener(now.resolve, "request"),
      response: createFlattener(now.resolve, "response"),
    },
  };
  const known = new Map<Schema, Partial<Record<Reading, Schema>>>();
  const read = (pair: SchemaPair, side: "old" | "new", reading: Reading): Schema => {
    const readings = known.get(pair[side]) ?? {};
    const flattener: Flattener = flatteners[side][pair.view];
    const write = pair.part === "body" ? messageSchema : parametersSchema;
    const schema = readings[reading] ?? write(pair[side], flattener, reading);
    known.set(pair[side], { ...readings, [reading]: schema });
    return schema;
  };
  return {
    breaks(pair: SchemaPair, value: unknown): boolean {
      const [sender, receiver] =
        pair.direction === "toService" ? (["old", "new"] as const) : (["new", "old"] as const);
      return (
        accepts(read(pair, sender, "closed"), value) &&
        !accepts(read(pair, receiver, "open"), value)
      );
    },
    differs: (pair: SchemaPair): boolean =>
      JSON.stringify(read(pair, "old", "open")) !== JSON.stringify(read(pair, "new", "open")),
  };
}
