import { isSchema, type Schema } from "../json-schema/json-schema.ts";

/** Finds the schema of a reference. */
export type Resolve = (ref: string) => Schema | undefined;

/**
 * Splits schemas into all schemas that apply to a value: `$ref`, `allOf` and unions of one branch are taken apart, the
 * outermost first. Each schema is listed once, because visiting each path would take exponential time.
 *
 * @param schemas that all apply to the value
 * @example
 * conjunctsOf([{ minLength: 1, allOf: [{ maxLength: 5 }] }], () => undefined); // [{ minLength: 1 }, { maxLength: 5 }]
 */
export function conjunctsOf(schemas: readonly Schema[], resolve: Resolve): Schema[] {
  const found: Schema[] = [];
  const seen = new Set<Schema>();
  const left = schemas.toReversed();
  for (let schema = left.pop(); schema; schema = left.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, allOf = [], anyOf, oneOf, ...own } = withoutTrueCondition(schema);
    found.push({
      ...own,
      ...(anyOf && !isSingle(anyOf) && { anyOf }),
      ...(oneOf && oneOf.length !== 1 && { oneOf }),
    });
    const inside: unknown[] = [
      ...(typeof $ref === "string" ? [resolve($ref) ?? anything] : []),
      ...(isConditionRepeated(schema) && schema.then ? [schema.then] : []),
      ...allOf,
      ...(anyOf && isSingle(anyOf) ? [anyOf[0]] : []),
      ...(oneOf?.length === 1 ? oneOf : []),
    ];
    left.push(...inside.map(asSchema).reverse());
  }
  return found;
}

/** Whether a list of alternatives has only one, which may be a repeated reference. */
function isSingle([first, ...rest]: readonly Schema[]): boolean {
  return first !== undefined && rest.every((branch) => isSameReference(branch, first));
}

function isSameReference(left: Schema, right: Schema): boolean {
  const isMere = [left, right].every((schema) => Object.keys(schema).length === 1);
  return isMere && left.$ref !== undefined && left.$ref === right.$ref;
}

/** Whether the condition of a schema repeats what the schema demands itself. */
function isConditionRepeated({ if: when, ...own }: Schema): boolean {
  if (!when) return false;
  return Object.entries(when).every(
    ([keyword, value]) => typeof value === "number" && own[keyword] === value,
  );
}

function withoutTrueCondition(schema: Schema): Schema {
  if (!isConditionRepeated(schema)) return schema;
  const { if: _, then: __, else: ___, ...own } = schema;
  return own;
}

/** The alternatives of a schema, if it has any. `anyOf` wins over `oneOf`. */
export function unionOf({ anyOf = [], oneOf = [] }: Schema): SchemaUnion | undefined {
  const union: SchemaUnion =
    anyOf.length > 0
      ? { keyword: "anyOf", branches: anyOf }
      : { keyword: "oneOf", branches: oneOf };
  return union.branches.length > 0 ? union : undefined;
}

export interface SchemaUnion {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly Schema[];
}

/** Follows a schema that is only a reference. */
export function followReference(schema: Schema, resolve: Resolve): Schema {
  const { $ref } = schema;
  const isMere = typeof $ref === "string" && Object.keys(schema).length === 1;
  return (isMere ? resolve($ref) : undefined) ?? schema;
}

/** Makes a schema of a boolean: `true` allows everything, `false` no type. */
export function asSchema(value: unknown): Schema {
  if (value === false) return nothing;
  return isSchema(value) ? value : anything;
}

/** Allows every value. A single object, so that it is recognised. */
export const anything: Schema = {};

const nothing: Schema = { type: [] };

/** Whether a schema has no type, so that it allows no value. */
export function allowsNothing({ type }: Schema): boolean {
  return Array.isArray(type) && type.length === 0;
}

/** Whether a schema has no keyword that restricts it. */
export function isAnything(schema: Schema | undefined): boolean {
  return schema === undefined || Object.keys(schema).every((keyword) => keyword.startsWith("x-"));
}
