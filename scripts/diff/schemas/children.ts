import type { Schema } from "@contract-toolkit/kernel";
import { anything, isNothing } from "@contract-toolkit/kernel/schema-algebra";
import type { FlatSchema } from "./flat-schema.ts";
import { fieldSchemas, namesOf } from "./rules/fields.ts";
import type { Step } from "./schema-change.ts";

/** Two schemas inside of two that are compared, and the way to them. */
export interface Child {
  readonly step: Step;
  readonly old: Schema;
  readonly new: Schema;
  /** The more the inner schema allows, the less does the outer one. */
  readonly isInverted: boolean;
}

/** What is inside of two schemas and has to be compared. */
export function childrenOf(before: FlatSchema, after: FlatSchema): Child[] {
  return [
    ...(before.types.has("object") && after.types.has("object") ? fieldsIn(before, after) : []),
    ...(before.types.has("array") && after.types.has("array") ? itemsIn(before, after) : []),
    ...optional({ kind: "content" }, before.content, after.content),
    ...notsIn(before, after),
  ];
}

function fieldsIn(before: FlatSchema, after: FlatSchema): Child[] {
  const names = namesOf(before, after);
  const [patterns, dependents] = [
    keysOf(before.patternProperties, after.patternProperties),
    keysOf(before.dependentSchemas, after.dependentSchemas),
  ];
  return [
    ...names.flatMap((name) => {
      const schemas = fieldSchemas(name, before, after);
      return schemas
        ? [{ step: { kind: "property", name } as const, ...schemas, isInverted: false }]
        : [];
    }),
    ...patterns.flatMap((name) =>
      child(
        { kind: "pattern", name },
        before.patternProperties.get(name),
        after.patternProperties.get(name),
      ),
    ),
    ...dependents.flatMap((name) =>
      child(
        { kind: "dependent", name },
        before.dependentSchemas.get(name),
        after.dependentSchemas.get(name),
      ),
    ),
    ...optional({ kind: "additional" }, before.additional, after.additional),
    ...(before.propertyNames || after.propertyNames
      ? child({ kind: "propertyNames" }, before.propertyNames, after.propertyNames)
      : []),
  ];
}

function itemsIn(before: FlatSchema, after: FlatSchema): Child[] {
  const count = Math.max(before.prefixItems.length, after.prefixItems.length);
  const at = (flat: FlatSchema, index: number) => flat.prefixItems[index] ?? flat.items;
  return [
    ...Array.from({ length: count }, (_, index) =>
      child({ kind: "item", index }, at(before, index), at(after, index)),
    ).flat(),
    ...(before.items || after.items ? child({ kind: "items" }, before.items, after.items) : []),
    ...(before.contains || after.contains
      ? child({ kind: "contains" }, before.contains, after.contains)
      : []),
  ];
}

/** Where one side says nothing, it allows everything. */
function child(step: Step, old: Schema = anything, now: Schema = anything): Child[] {
  return [{ step, old, new: now, isInverted: false }];
}

/** Where one side says nothing, it is another rule that tells. */
function optional(step: Step, old: Schema | undefined, now: Schema | undefined): Child[] {
  return old && now && !isNothing(old) && !isNothing(now) ? child(step, old, now) : [];
}

/** What both deny; what only one does, another rule tells. */
function notsIn({ nots: old }: FlatSchema, { nots: now }: FlatSchema): Child[] {
  return old.slice(0, now.length).flatMap((one, index) => {
    const other = now[index];
    return other
      ? [{ step: { kind: "not" } as const, old: one, new: other, isInverted: true }]
      : [];
  });
}

function keysOf(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])];
}
