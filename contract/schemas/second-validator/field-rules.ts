import {
  isSchema,
  mapSubschemas,
  schemaProperties,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";
import {
  breaksComparison,
  comparedFields,
  comparisons,
} from "@contract-toolkit/contract/field-rules";

/** Whether a message satisfies the rules that compare fields (`atMost`). JSON Schema cannot express them. */
export function keepsComparisons(
  schema: Schema,
  value: unknown,
  fits: (branch: Schema, value: unknown) => boolean,
): boolean {
  const { $defs } = schema;
  const keeps = (schema: Schema, at: unknown): boolean => {
    const union = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    const referred = $defs?.[referredName(schema) ?? ""];
    return (
      (!isSchema(at) ||
        comparedFields(schema).every(
          ({ rule, field, sibling }) => !breaksComparison(rule, at[field], at[sibling]),
        )) &&
      [...(schema.allOf ?? []), ...(referred ? [referred] : [])].every((part) => keeps(part, at)) &&
      (union.length === 0 ||
        union.some((branch) => fits($defs ? { ...branch, $defs } : branch, at))) &&
      applicableSubschemas(schema, at).every(([part, inside]) => keeps(part, inside))
    );
  };
  return !comparesFields(schema) || keeps(schema, value);
}

function applicableSubschemas(schema: Schema, value: unknown): [Schema, unknown][] {
  const { items, additionalProperties, unevaluatedProperties } = schema;
  if (Array.isArray(value)) return isSchema(items) ? value.map((value) => [items, value]) : [];
  if (!isSchema(value)) return [];
  const properties = new Map(schemaProperties(schema));
  return Object.entries(value).flatMap(([name, value]): [Schema, unknown][] => {
    const found = properties.get(name) ?? additionalProperties ?? unevaluatedProperties;
    return isSchema(found) ? [[found, value]] : [];
  });
}

const comparesFields = usesKeyword(...comparisons.map(({ name }) => name));

/** Whether a schema or one of its subschemas has a keyword. Schemas share most of their parts, so results are kept. */
export function usesKeyword(...keywords: string[]): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>();
  return function isUsedIn(schema: Schema): boolean {
    const found = known.get(schema);
    if (found !== undefined) return found;
    let isUsed = keywords.some((keyword) => schema[keyword] !== undefined);
    mapSubschemas(schema, (schema) => {
      isUsed ||= isUsedIn(schema);
      return schema;
    });
    known.set(schema, isUsed);
    return isUsed;
  };
}
