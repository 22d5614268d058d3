import { isSchema, type Schema } from "@contract-toolkit/kernel";

/** Finds the schema that a reference leads to. */
export type Resolve = (ref: string) => Schema | undefined;

/** Which message a schema is read for: what is `readOnly` is in no request, what is `writeOnly` in no response. */
export type View = "request" | "response";

/**
 * The schemas that all hold of a value: `$ref`, `allOf` and unions of one branch taken apart, the outermost first. Each is
 * told once, however many ways lead to it: of a schema that holds twice nothing more is said.
 */
export function conjunctsOf(schema: Schema, resolve: Resolve): Schema[] {
  const found: Schema[] = [];
  const seen = new Set<Schema>();
  const left = [schema];
  for (let each = left.pop(); each; each = left.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const { $ref, allOf = [], anyOf, oneOf, ...own } = withoutTrueCondition(each);
    found.push({
      ...own,
      ...(anyOf && !isAlone(anyOf) && { anyOf }),
      ...(oneOf && !isAlone(oneOf) && { oneOf }),
    });
    const inside: unknown[] = [
      ...(typeof $ref === "string" ? [resolve($ref) ?? anything] : []),
      ...(isMet(each) && each.then ? [each.then] : []),
      ...allOf,
      ...[anyOf, oneOf].flatMap((union) => (union && isAlone(union) ? union : [])),
    ];
    left.push(...inside.map(asSchema).reverse());
  }
  return found;
}

function isAlone(union: readonly Schema[]): boolean {
  return union.length === 1;
}

/** What a mere reference leads to, so that it is looked at once however many references lead to it. */
export function referred(schema: Schema, resolve: Resolve): Schema {
  const { $ref } = schema;
  const isMere = typeof $ref === "string" && Object.keys(schema).length === 1;
  return (isMere ? resolve($ref) : undefined) ?? schema;
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
