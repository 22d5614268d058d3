import {
  isSchema,
  ownValue,
  pointerStep,
  type Schema,
  valueAt,
  withValue,
} from "@contract-toolkit/contract";
import type { ComparedFields, Comparison } from "@contract-toolkit/contract/field-rules";

/** One rule of a message schema and the place that it applies to. */
export interface Rule {
  /** A keyword of JSON Schema, or `optional`, `additional`, `nullable` or `characters`. */
  readonly keyword: string;
  /** No value at its boundary can be derived. */
  readonly isUnderived?: true;
  /** JSON pointer from the root of the message. Items of lists are `[]`, additional properties are `{}`. */
  readonly place: string;
  /** Keys from the schema of the message to the schema of the place. */
  readonly path: readonly string[];
  readonly schema: Schema;
  /** The sibling that the field is compared with. */
  readonly sibling?: { readonly name: string; readonly schema: Schema; readonly rule: Comparison };
  /** The comparisons that the field is part of. */
  readonly compared?: readonly ComparedFields[];
  /** The value is text on the wire: in the path, the query, a header or a form. */
  readonly asText: boolean;
  /** A copy of the message schema without this rule. */
  relaxed(message: Schema): Schema;
}

export type Where = Pick<Rule, "place" | "path" | "asText" | "compared">;

export function fieldRule(
  schema: Schema,
  name: string,
  at: Where,
  keyword: string,
  relax: (owner: Schema) => Schema,
): Rule {
  const below = step(at, ["properties", name], pointerStep(name));
  return { ...below, keyword, schema: propertySchema(schema, name), relaxed: relaxedAt(at, relax) };
}

export function propertySchema({ properties = {} }: Schema, name: string): Schema {
  const field = ownValue(properties, name);
  return isSchema(field) ? field : {};
}

export function rule(
  schema: Schema,
  at: Where,
  keyword: string,
  relax: (owner: Schema) => Schema,
): Rule {
  return { ...at, keyword, schema, relaxed: relaxedAt(at, relax) };
}

function relaxedAt({ path }: Where, relax: (owner: Schema) => Schema): Rule["relaxed"] {
  if (path.length === 0) return relax;
  const pointer = path.map((key) => `/${pointerStep(key)}`).join("");
  return (message) =>
    withValue(message, pointer, relax(valueAt(message, pointer) as Schema)) as Schema;
}

export function step({ path, place, asText }: Where, keys: readonly string[], name: string): Where {
  return { path: [...path, ...keys], place: `${place}/${name}`, asText };
}

export function removeKeywords(...keywords: string[]): (owner: Schema) => Schema {
  return (owner) =>
    Object.fromEntries(Object.entries(owner).filter(([keyword]) => !keywords.includes(keyword)));
}
