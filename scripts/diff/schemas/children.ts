import type { Schema } from "@contract-toolkit/contract";
import { anything, allowsNothing } from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema } from "./flat-schema.ts";
import { fieldSchemas, listFieldNames } from "./rules/fields.ts";
import { aligned } from "./pair-alternatives.ts";
import type { SteppedPair, Step } from "./schema-change.ts";

/** Pairs the subschemas of two schemas. */
export function pairSubschemas(before: FlatSchema, after: FlatSchema): SteppedPair[] {
  return [
    ...(before.types.has("object") && after.types.has("object") ? fieldsIn(before, after) : []),
    ...(before.types.has("array") && after.types.has("array") ? itemsIn(before, after) : []),
    ...pairOptional({ kind: "content" }, before.content, after.content),
    // `negationChanges` reports a `not` that only one side has.
    ...aligned(before.nots, after.nots).flatMap(([old, now]) =>
      old && now ? child({ kind: "not", old: [old], new: [now] }, old, now) : [],
    ),
  ];
}

function fieldsIn(before: FlatSchema, after: FlatSchema): SteppedPair[] {
  return [
    ...listFieldNames(before, after).flatMap((name) => {
      const schemas = fieldSchemas(name, before, after);
      return schemas ? child({ kind: "property", name }, schemas.old, schemas.new) : [];
    }),
    ...pairNamedSchemas("pattern", patternRules(before), patternRules(after)),
    ...pairNamedSchemas("dependent", [before.dependentSchemas], [after.dependentSchemas]),
    ...pairOptional({ kind: "additional" }, before.additional, after.additional),
    ...child({ kind: "propertyNames" }, before.propertyNames, after.propertyNames),
  ];
}

function pairNamedSchemas(
  kind: "pattern" | "dependent",
  [before, ifNone]: Named,
  [after, ifNoneNow]: Named,
): SteppedPair[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) =>
    child({ kind, name }, before.get(name) ?? ifNone, after.get(name) ?? ifNoneNow),
  );
}

/** Schemas by name, and the schema of all other names. */
type Named = readonly [schemas: ReadonlyMap<string, Schema>, others?: Schema | undefined];

function patternRules({ patternProperties, additional }: FlatSchema): Named {
  return [patternProperties, additional];
}

function itemsIn(before: FlatSchema, after: FlatSchema): SteppedPair[] {
  const count = Math.max(before.prefixItems.length, after.prefixItems.length);
  const at = (flat: FlatSchema, index: number) => flat.prefixItems[index] ?? flat.items ?? anything;
  return [
    ...Array.from({ length: count }, (_, index) =>
      child({ kind: "item", index }, at(before, index), at(after, index)),
    ).flat(),
    ...child({ kind: "items" }, before.items, after.items),
    ...aligned(before.contains, after.contains).flatMap(([old, now]) =>
      child({ kind: "contains" }, old, now),
    ),
  ];
}

/** A side without a schema allows everything. */
function child(step: Step, old: Schema | undefined, now: Schema | undefined): SteppedPair[] {
  if (!old && !now) return [];
  return [{ step, old: old ?? anything, new: now ?? anything }];
}

/** If one side has no schema, or refuses everything, another rule reports the change. */
function pairOptional(step: Step, old: Schema | undefined, now: Schema | undefined): SteppedPair[] {
  return old && now && !allowsNothing(old) && !allowsNothing(now) ? child(step, old, now) : [];
}
