import { isSchema, type Schema } from "@contract-toolkit/kernel";

/** Finds the schema that a reference leads to. */
export type Resolve = (ref: string) => Schema | undefined;

/** Which message a schema is read for: what is `readOnly` is in no request, what is `writeOnly` in no response. */
export type View = "request" | "response";

/** The schemas that all hold of a value: `$ref`, `allOf` and unions of one branch taken apart, the outermost first. */
export function conjunctsOf(
  schema: Schema,
  resolve: Resolve,
  within: readonly Schema[] = [],
): Schema[] {
  if (within.includes(schema)) return [];
  const inside = [...within, schema];
  const { $ref, allOf = [], anyOf, oneOf, ...own } = withoutTrueCondition(schema);
  const apart = (parts: readonly unknown[]) =>
    parts.flatMap((part) => conjunctsOf(asSchema(part), resolve, inside));
  const referred = typeof $ref === "string" ? resolve($ref) : undefined;
  const isAlone = (union: readonly Schema[] | undefined) => union?.length === 1;
  return [
    {
      ...own,
      ...(anyOf && !isAlone(anyOf) && { anyOf }),
      ...(oneOf && !isAlone(oneOf) && { oneOf }),
    },
    ...(referred ? apart([referred]) : []),
    ...(isMet(schema) && schema.then ? apart([schema.then]) : []),
    ...apart(allOf),
    ...[anyOf, oneOf].flatMap((union) => (union && isAlone(union) ? apart(union) : [])),
  ];
}

/** Whether the condition of a schema is what it says itself. */
function isMet({ if: when, ...own }: Schema): boolean {
  if (!when) return false;
  return Object.entries(when).every(
    ([keyword, value]) => typeof value === "number" && own[keyword] === value,
  );
}

function withoutTrueCondition(schema: Schema): Schema {
  if (!isMet(schema)) return schema;
  const { if: _, then: __, else: ___, ...own } = schema;
  return own;
}

/** `true` says nothing, and `false` allows no type. */
export function asSchema(value: unknown): Schema {
  if (value === false) return nothing;
  return isSchema(value) ? value : anything;
}

/** Allows every value. There is one, so that it is known when it is met again. */
export const anything: Schema = {};

const nothing: Schema = { type: [] };

/** Whether a schema allows no value, by its words. */
export function isNothing({ type }: Schema): boolean {
  return Array.isArray(type) && type.length === 0;
}

/** Whether a schema allows every value, by its words. */
export function isAnything(schema: Schema | undefined): boolean {
  return schema === undefined || Object.keys(schema).every((keyword) => keyword.startsWith("x-"));
}

/** Whether a field is in no message of this kind. */
export function isHidden(field: Schema, view: View, resolve: Resolve): boolean {
  const keyword = view === "request" ? "readOnly" : "writeOnly";
  return conjunctsOf(field, resolve).some((each) => each[keyword] === true);
}
