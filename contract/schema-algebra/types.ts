/** The types of JSON Schema. Every integer is also a number. */
export const allTypes = ["null", "boolean", "object", "array", "string", "number"] as const;

export type TypeName = (typeof allTypes)[number] | "integer";

const names: ReadonlySet<unknown> = new Set([...allTypes, "integer"]);

/** The types in a keyword `type`; all types if it is missing. */
export function readTypeNames(type: unknown): ReadonlySet<TypeName> {
  if (type === undefined) return new Set(allTypes);
  const named = [type].flat().filter((item): item is TypeName => names.has(item));
  return withoutRepetition(new Set(named));
}

/** The types that both sets allow. */
export function commonTypes(
  left: ReadonlySet<TypeName>,
  right: ReadonlySet<TypeName>,
): ReadonlySet<TypeName> {
  return withoutRepetition(
    new Set([
      ...[...left].filter((type) => allowsType(right, type)),
      ...[...right].filter((type) => allowsType(left, type)),
    ]),
  );
}

/** The types that at least one set allows. */
export function eitherTypes(
  left: ReadonlySet<TypeName>,
  right: ReadonlySet<TypeName>,
): ReadonlySet<TypeName> {
  return withoutRepetition(new Set([...left, ...right]));
}

/** Whether the types include a type. */
export function allowsType(types: ReadonlySet<TypeName>, type: TypeName): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}

/** Whether two sets have a type in common. */
export function haveCommonType(left: ReadonlySet<TypeName>, right: ReadonlySet<TypeName>): boolean {
  return commonTypes(left, right).size > 0;
}

export function typeOfValue(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : typeof value === "string" ? "string" : "object";
}

function withoutRepetition(types: Set<TypeName>): Set<TypeName> {
  if (types.has("number")) types.delete("integer");
  return types;
}
