import { isSchema, type Schema } from "@contract-toolkit/contract";
import { isWeak } from "../counterexample/work.ts";
import { comparedFields } from "@contract-toolkit/contract/field-rules";
import { asSchema, isAnything, allowsNothing } from "@contract-toolkit/contract/schema-algebra";
import type { Flattener } from "./flat-schema.ts";

/** Merges what the conjuncts of a schema say about the fields of an object. */
export function mergeFieldRules(parts: readonly Schema[], { both }: Flattener) {
  // A field that is required has any value if no part describes it.
  const names = new Set(
    parts.flatMap(({ properties = {}, required = [] }) => [
      ...Object.keys(properties),
      ...required,
    ]),
  );
  const rest = parts.flatMap((part) => {
    const said = undocumentedFieldRule(part, parts);
    return said === undefined ? [] : [said];
  });
  const propertyNames = parts.flatMap(({ propertyNames: schema }) => (schema ? [schema] : []));
  return {
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    properties: new Map(
      [...names].map((name) => [name, both(parts.flatMap((part) => saidOf(name, part)))]),
    ),
    patternProperties: mergeSchemaEntries(parts, "patternProperties", both),
    additional: rest.length > 0 ? both(rest) : undefined,
    isClosed: parts.some(({ unevaluatedProperties }) => isFalseSchema(unevaluatedProperties)),
    propertyNames: propertyNames.length > 0 ? both(propertyNames) : undefined,
    dependentRequired: byName(
      parts.flatMap((part) => Object.entries(part.dependentRequired ?? {})),
      (names) => new Set(names.flat()),
    ),
    dependentSchemas: mergeSchemaEntries(parts, "dependentSchemas", both),
    comparisons: byName(
      parts
        .flatMap(comparedFields)
        .map(({ rule, field, sibling }) => [rule.name, [field, sibling] as const] as const),
      (fields) => new Map(fields),
    ),
  };
}

/** What one conjunct says about a field: by its name, by a pattern, or by `additionalProperties`. */
function saidOf(name: string, part: Schema): Schema[] {
  const { properties = {}, patternProperties = {} } = part;
  const own = Object.hasOwn(properties, name) ? [asSchema(properties[name])] : [];
  const matching = Object.entries(patternProperties)
    .filter(([pattern]) => matchesPattern(pattern, name))
    .map(([, schema]) => schema);
  if (own.length + matching.length > 0) return [...own, ...matching];
  // `unevaluatedProperties` does not apply to a field that some conjunct documents.
  const rest = part.additionalProperties;
  return rest === undefined ? [] : [asSchema(rest)];
}

function isFalseSchema(schema: unknown): boolean {
  return schema !== undefined && allowsNothing(asSchema(schema));
}

function undocumentedFieldRule(part: Schema, parts: readonly Schema[]): Schema | undefined {
  const { additionalProperties, unevaluatedProperties } = part;
  const hasBranches = parts.some((part) => part.anyOf ?? part.oneOf ?? part.if);
  // Whether branches document a field is not known here, so a refusal is not one of all other fields.
  const isOpen = hasBranches && isFalseSchema(unevaluatedProperties);
  const rest = additionalProperties ?? (isOpen ? undefined : unevaluatedProperties);
  return rest === undefined || isAnything(asSchema(rest)) ? undefined : asSchema(rest);
}

/** Whether a pattern of `patternProperties` matches a field name. */
export function matchesPattern(pattern: string, name: string): boolean {
  try {
    return !isWeak(pattern) && new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

function mergeSchemaEntries(
  parts: readonly Schema[],
  keyword: "patternProperties" | "dependentSchemas",
  both: Flattener["both"],
): Map<string, Schema> {
  const entries = parts.flatMap((part) => Object.entries(part[keyword] ?? {}));
  return byName(
    entries.filter(([, schema]) => isSchema(schema)),
    both,
  );
}

function byName<Said, Joined>(
  entries: readonly (readonly [name: string, said: Said])[],
  join: (said: readonly Said[]) => Joined,
): Map<string, Joined> {
  const groups = Map.groupBy(entries, ([name]) => name);
  return new Map([...groups].map(([name, list]) => [name, join(list.map(([, said]) => said))]));
}
