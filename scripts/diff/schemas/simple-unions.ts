import type { Schema } from "@contract-toolkit/contract";
import {
  anything,
  commonTypes,
  conjunctsOf,
  eitherTypes,
  haveCommonType,
  canonicalJson,
  type TypeName,
  readTypeNames,
} from "@contract-toolkit/contract/schema-algebra";
import { partsBeside } from "./alternatives.ts";
import type { FlatSchema, Flattener, Union } from "./flat-schema.ts";
import { readNotes } from "./notes.ts";

/**
 * Replaces unions of bare types or values by types and values, and a union of null and one other schema by that schema with
 * null allowed. Then nullable places and lists of values have one form, however they are written.
 */
export function withoutSimpleUnions(
  schema: Schema,
  flat: FlatSchema,
  flattener: Flattener,
): FlatSchema {
  return flat.unions.reduce((sofar, union) => {
    const branches = union.branches.map(flattener.flat);
    if (isOfMereValues(union, branches)) return withValues(sofar, union, branches);
    const types = commonTypes(sofar.types, typesOfBranches(branches));
    return mergeNullBranch(schema, sofar, union, branches, flattener) ?? { ...sofar, types };
  }, flat);
}

function typesOfBranches(branches: readonly FlatSchema[]): ReadonlySet<TypeName> {
  return branches.map(({ types }) => types).reduce(eitherTypes, new Set<TypeName>());
}

function withoutUnion({ unions }: FlatSchema, union: Union): Pick<FlatSchema, "unions"> {
  return { unions: unions.filter((item) => item !== union) };
}

/** Whether all branches are only types, or all are only values, and under `oneOf` no two of them overlap. */
function isOfMereValues({ keyword }: Union, branches: readonly FlatSchema[]): boolean {
  if (!branches.every(isMere)) return false;
  const listed = branches.filter(({ values }) => values !== undefined);
  if (listed.length !== 0 && listed.length !== branches.length) return false;
  if (keyword === "anyOf") return true;
  if (listed.length > 0) {
    const texts = listed.flatMap(({ values = [] }) => values.map(canonicalJson));
    return new Set(texts).size === texts.length;
  }
  return branches.every((branch, index) =>
    branches
      .slice(index + 1)
      .every((otherBranch) => !haveCommonType(branch.types, otherBranch.types)),
  );
}

/** Whether a schema restricts only the type or lists the values. */
function isMere({ types: _, values: __, notes: ___, ...rest }: FlatSchema): boolean {
  return Object.values(rest).every((item) => {
    if (item instanceof Set || item instanceof Map) return item.size === 0;
    return Array.isArray(item) ? item.length === 0 : item === undefined || item === false;
  });
}

function withValues(flat: FlatSchema, union: Union, branches: readonly FlatSchema[]): FlatSchema {
  const types = commonTypes(flat.types, typesOfBranches(branches));
  if (branches.every(({ values }) => values === undefined))
    return { ...flat, ...withoutUnion(flat, union), types };
  const all = new Map(
    branches.flatMap(({ values = [] }) => values).map((value) => [canonicalJson(value), value]),
  );
  const own = flat.values && new Set(flat.values.map(canonicalJson));
  const values = [...all].filter(([text]) => own?.has(text) ?? true).map(([, value]) => value);
  return { ...flat, ...withoutUnion(flat, union), types, values };
}

function mergeNullBranch(
  schema: Schema,
  flat: FlatSchema,
  union: Union,
  branches: readonly FlatSchema[],
  flattener: Flattener,
): FlatSchema | undefined {
  const others = union.branches.filter((_, index) => !isNullBranch(branches[index]));
  const [otherSchema = anything] = others;
  if (others.length !== 1 || branches.length !== 2) return undefined;
  if (union.keyword === "oneOf" && flattener.flat(otherSchema).types.has("null")) return undefined;
  if (!flat.types.has("null") || !isFree(flat) || !isFree(flattener.flat(otherSchema)))
    return undefined;
  const found = flattener.flat(
    flattener.both([...partsBeside(schema, union, flattener), otherSchema]),
  );
  if (found.unions.length > 0) return undefined;
  const values = found.values?.includes(null) === false ? [...found.values, null] : found.values;
  return {
    ...found,
    types: eitherTypes(found.types, readTypeNames("null")),
    values,
    notes: readNotes(conjunctsOf([schema, otherSchema], flattener.resolve)),
  };
}

function isNullBranch(flat: FlatSchema | undefined): boolean {
  if (flat === undefined) return false;
  return (
    (flat.types.size === 1 && flat.types.has("null")) ||
    (flat.values?.length === 1 && flat.values[0] === null)
  );
}

/** Whether a schema has no rule that null might break. */
function isFree({ nots, conditions }: FlatSchema): boolean {
  return nots.length === 0 && conditions.length === 0;
}
