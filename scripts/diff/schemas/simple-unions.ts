import {
  canonicalJson,
  commonTypes,
  eitherTypes,
  type TypeName,
} from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema, Flattener } from "./flat-schema.ts";

/** Replaces unions of listed values by the values, so that lists of values have one form, and finds the types of the others. */
export function withoutSimpleUnions(whole: FlatSchema, { flat }: Flattener): FlatSchema {
  return whole.unions.reduce((sofar, union) => {
    const branches = union.branches.map(flat);
    const found = branches.map(({ types }) => types).reduce(eitherTypes, new Set<TypeName>());
    const types = commonTypes(sofar.types, found);
    const listed = branches.flatMap(({ values = [] }) => values.map(canonicalJson));
    const isExact = union.keyword === "anyOf" || new Set(listed).size === listed.length;
    if (!isExact || !branches.every(isOfMereValues)) return { ...sofar, types };
    const own = sofar.values && new Set(sofar.values.map(canonicalJson));
    const values = [...new Set(listed)]
      .filter((text) => own?.has(text) ?? true)
      .map((text): unknown => JSON.parse(text));
    return { ...sofar, types, values, unions: sofar.unions.filter((each) => each !== union) };
  }, whole);
}

/** Whether a schema only lists values. */
function isOfMereValues({ types: _, values, notes: __, ...rest }: FlatSchema): boolean {
  return (
    values !== undefined &&
    Object.values(rest).every((rule) =>
      rule instanceof Set || rule instanceof Map
        ? rule.size === 0
        : [undefined, false].includes(rule as undefined) ||
          (Array.isArray(rule) && rule.length === 0),
    )
  );
}
