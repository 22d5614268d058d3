/** All rules between fields. To add one: docs/designing.md, "Add a rule of your own". */
import { isObject } from "../json.ts";
import { schemaProperties, type Schema } from "../json-schema/json-schema.ts";
import { atMost } from "./at-most.ts";
import type { Comparison } from "./comparison.ts";
import { differsFrom } from "./differs-from.ts";
import type { FieldRule, Statement } from "./field-rule.ts";
import { requiredWhen } from "./required-when.ts";
import { requires } from "./requires.ts";

export { breaksComparison, isCompared, type Comparison } from "./comparison.ts";
export { extensionOf, type Example, type FieldRule, type Statement } from "./field-rule.ts";
export { requires };

/** Rules that compare values. */
export const comparisons = [atMost, differsFrom] as const satisfies Comparison[];

/** All rules between fields. */
export const fieldRules: readonly FieldRule[] = [requires, ...comparisons, requiredWhen];

/** The comparison with a keyword. */
export function comparisonOf(keyword: string): Comparison | undefined {
  return comparisons.find(({ name }) => name === keyword);
}

/** Two fields of an object that a rule compares. */
export interface ComparedFields {
  readonly rule: (typeof comparisons)[number];
  readonly field: string;
  readonly sibling: string;
}

/**
 * The fields of an object that are compared.
 *
 * @example
 * comparedFields({ atMost: { from: "to" } }); // [{ rule: atMost, field: "from", sibling: "to" }]
 */
export function comparedFields(schema: Schema): ComparedFields[] {
  return comparisons.flatMap((rule) => {
    const siblings = schema[rule.name];
    return Object.entries(isObject(siblings) ? siblings : {}).map(([field, sibling]) => ({
      rule,
      field,
      sibling: String(sibling),
    }));
  });
}

/** A field or a parameter of an OpenAPI document. */
interface Extended {
  readonly [extension: `x-${string}`]: unknown;
}

/**
 * The rules of a field or parameter, read from its extensions.
 *
 * @example
 * statementsOf("from", { "x-at-most": "to" }); // [[atMost, { siblings: ["to"], … }]]
 */
export function statementsOf(name: string, field: Extended): [FieldRule, Statement][] {
  return fieldRules.flatMap((rule): [FieldRule, Statement][] => {
    const statement = rule.read(field[rule.extension], name);
    return statement ? [[rule, statement]] : [];
  });
}

/**
 * Adds the rules of an object's fields to its schema, as keywords.
 *
 * @param fields by default the properties of the schema
 * @example
 * withFieldRules({ properties: { from: { "x-at-most": "to" } } }).atMost; // { from: "to" }
 */
export function withFieldRules(
  schema: Schema,
  fields: readonly (readonly [string, Extended])[] = schemaProperties(schema),
): Schema {
  const whole: Schema = { ...schema };
  for (const rule of fieldRules)
    for (const [name, field] of fields) {
      const { keywords = {} } = rule.read(field[rule.extension], name) ?? {};
      for (const [keyword, value] of Object.entries(keywords))
        whole[keyword] = mergeRuleValues(whole[keyword], value);
    }
  return whole;
}

/** Parameters of one location as the schema of an object, with the rules between them. */
export function parametersObject<Parameter extends Extended & { readonly required?: unknown }>(
  parameters: readonly (readonly [name: string, parameter: Parameter])[],
  schemaOf: (parameter: Parameter, name: string) => Schema,
): Schema {
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(([name, parameter]) => [name, schemaOf(parameter, name)]),
    ),
    required: parameters.flatMap(([name, { required }]) => (required === true ? [name] : [])),
  };
  return withFieldRules(schema, parameters);
}

function mergeRuleValues(left: unknown, right: unknown): unknown {
  if (Array.isArray(right)) return [...listOrEmpty(left), ...listOrEmpty(right)];
  return isObject(right) ? { ...(isObject(left) ? left : {}), ...right } : right;
}

function listOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
