import type { Schema } from "@contract-toolkit/contract";
import { comparedFields } from "@contract-toolkit/contract/field-rules";
import { fieldRule, propertySchema, removeKeywords, type Rule, type Where } from "./rule.ts";

export function presence(
  schema: Schema,
  keyword: "required" | "optional",
  name: string,
  at: Where,
): Rule {
  return fieldRule(schema, name, at, keyword, (owner) => ({
    ...owner,
    required: (owner.required ?? []).filter((requiredName) => requiredName !== name),
  }));
}

/** A field that is required if another one is present or has a certain value. */
export function conditional(schema: Schema, name: string, at: Where): Rule[] {
  const requiring = Object.values(schema.dependentRequired ?? {}).filter((required) =>
    required.includes(name),
  );
  const conditions = (schema.allOf ?? []).filter(({ then }) => then?.required?.includes(name));
  return [
    ...requiring.map(() =>
      fieldRule(schema, name, at, "requires", removeKeywords("dependentRequired")),
    ),
    ...conditions.map((condition): Rule => {
      const rule = fieldRule(schema, name, at, "requiredWhen", (owner) => ({
        ...owner,
        allOf: (owner.allOf ?? []).filter((part) => part !== condition),
      }));
      return { ...rule, schema: { ...rule.schema, ...(condition.if && { if: condition.if }) } };
    }),
  ];
}

export function comparisonRules(schema: Schema, name: string, at: Where): Rule[] {
  return comparedFields(schema)
    .filter((comparedField) => comparedField.field === name)
    .map(({ rule: by, sibling }): Rule => ({
      ...fieldRule(schema, name, at, by.name, removeKeywords(by.name)),
      sibling: { name: sibling, schema: propertySchema(schema, sibling), rule: by },
    }));
}
