import {
  isSchema,
  mapSubschemas,
  propertiesOf,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";
import { breaks, comparedFields, comparisons } from "@contract-toolkit/contract/field-rules";

/** Whether a message keeps the rules that compare fields (`atMost`). JSON Schema cannot express them. */
export function keepsComparisons(
  schema: Schema,
  value: unknown,
  fits: (branch: Schema, value: unknown) => boolean,
): boolean {
  const { $defs } = schema;
  const keeps = (each: Schema, at: unknown): boolean => {
    const union = [...(each.anyOf ?? []), ...(each.oneOf ?? [])];
    const referred = $defs?.[referredName(each) ?? ""];
    return (
      (!isSchema(at) ||
        comparedFields(each).every(
          ({ rule, field, sibling }) => !breaks(rule, at[field], at[sibling]),
        )) &&
      [...(each.allOf ?? []), ...(referred ? [referred] : [])].every((part) => keeps(part, at)) &&
      (union.length === 0 ||
        union.some((branch) => fits($defs ? { ...branch, $defs } : branch, at))) &&
      childrenOf(each, at).every(([part, inside]) => keeps(part, inside))
    );
  };
  return !comparesFields(schema) || keeps(schema, value);
}

function childrenOf(schema: Schema, value: unknown): [Schema, unknown][] {
  const { items, additionalProperties } = schema;
  if (Array.isArray(value)) return isSchema(items) ? value.map((each) => [items, each]) : [];
  if (!isSchema(value)) return [];
  const properties = new Map(propertiesOf(schema));
  return Object.entries(value).flatMap(([name, each]): [Schema, unknown][] => {
    const found = properties.get(name) ?? additionalProperties;
    return isSchema(found) ? [[found, each]] : [];
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
    mapSubschemas(schema, (each) => {
      isUsed ||= isUsedIn(each);
      return each;
    });
    known.set(schema, isUsed);
    return isUsed;
  };
}
