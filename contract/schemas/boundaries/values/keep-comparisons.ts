import {
  isSchema,
  pointerNames,
  pointerStep,
  schemaProperties,
  type Schema,
  valueAt,
  withValue,
} from "@contract-toolkit/contract";
import {
  breaksComparison,
  type ComparedFields,
  comparedFields,
} from "@contract-toolkit/contract/field-rules";

/** Adjusts the fields that a changed field is compared with, if the change breaks a rule. */
export function keepComparisons(
  message: unknown,
  pointer: string,
  compared: readonly ComparedFields[],
  before: unknown,
): unknown {
  const name = pointerNames(pointer).at(-1);
  return compared.reduce((changed, { rule, field, sibling }) => {
    const siblingPlace = siblingPointer(pointer, field === name ? sibling : field);
    const value = valueAt(message, siblingPointer(pointer, field));
    if (!breaksComparison(rule, value, valueAt(message, siblingPointer(pointer, sibling))))
      return changed;
    const adjusted = rule.adjusted(valueAt(message, pointer), before);
    return adjusted === undefined ? changed : withValue(changed, siblingPlace, adjusted);
  }, message);
}

/**
 * Adjusts the fields that a changed field is compared with, by the rules of the object that contains them.
 *
 * @param schema of the whole message, without references and unions
 * @param original the message before the field changed
 * @example
 * const number = { type: "integer" } as const;
 * const schema = { properties: { from: number, to: number }, atMost: { from: "to" } } as const;
 * keepComparisonsOf(schema, { from: 9, to: 1 }, "/from", { from: 1, to: 1 }); // { from: 9, to: 9 }
 */
export function keepComparisonsOf(
  schema: Schema,
  message: unknown,
  pointer: string,
  original: unknown,
): unknown {
  const names = pointerNames(pointer);
  const owner = names.slice(0, -1).reduce(subschemaAt, schema);
  const compared = comparedFields(owner).filter(({ field, sibling }) =>
    [field, sibling].includes(names.at(-1) ?? ""),
  );
  return keepComparisons(message, pointer, compared, valueAt(original, pointer));
}

/** The pointer of another field of the same object. */
export function siblingPointer(pointer: string, name: string): string {
  return `${pointer.slice(0, pointer.lastIndexOf("/"))}/${pointerStep(name)}`;
}

function subschemaAt(schema: Schema, name: string): Schema {
  const { items, additionalProperties } = schema;
  const found = new Map(schemaProperties(schema)).get(name) ?? items ?? additionalProperties;
  return isSchema(found) ? found : {};
}
