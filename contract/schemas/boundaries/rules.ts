import { isSchema, pointerStep, type Schema, schemaProperties } from "@contract-toolkit/contract";
import { isAnnotationKeyword, unionOf } from "@contract-toolkit/contract/schema-algebra";
import { comparedFields, comparisons } from "@contract-toolkit/contract/field-rules";
import { eventsMark, formMark, jsonMark, textMark } from "../message-schemas/marks.ts";
import { removeKeywords, type Rule, rule, step, type Where } from "./rule.ts";
import { comparisonRules, conditional, presence } from "./presence.ts";

const valueKeywords = [
  "enum",
  "const",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const;

/** Keywords that become other rules, contain schemas, or identify schemas. */
const otherKeywords = [
  ...["type", "allOf", "anyOf", "oneOf", "then", "else", "items", "properties", "required"],
  ...["dependentRequired", "additionalProperties", "unevaluatedProperties"],
  ...["contentEncoding", "contentSchema", "$id", "$schema", "$anchor", "$dynamicAnchor"],
  ...["$vocabulary", "$defs"],
];

const knownKeywords: ReadonlySet<string> = new Set([
  ...valueKeywords,
  ...comparisons.map(({ name }) => name),
  ...otherKeywords,
]);

export function rulesOf(message: Schema): Rule[] {
  return schemaProperties(message).flatMap(([part, schema]) => {
    const at: Where = {
      place: `/${part}`,
      path: ["properties", part],
      asText: part !== "body" || schema[textMark] === true || schema[formMark] === true,
    };
    if (part !== "body" || schema[formMark] === true) return fieldRules(schema, at);
    if (schema[eventsMark] === true) return inner(schema, at, "items", "[]");
    if (at.asText) return rulesAt(schema, at);
    const isRequired = (message.required ?? []).includes(part);
    return [
      ...(isRequired ? [presence(message, "required", part, root)] : []),
      ...rulesAt(schema, at),
    ];
  });
}

export function rulesOfValue(schema: Schema): Rule[] {
  return rulesAt(schema, root);
}

const root: Where = { place: "", path: [], asText: false };

function rulesAt(schema: Schema, at: Where): Rule[] {
  const union = unionOf(schema);
  return [
    ...typeRules(schema, at),
    ...valueKeywords
      .filter((keyword) => schema[keyword] !== undefined)
      .filter((keyword) => keyword !== "format" || !describingFormats.has(schema.format))
      .map((keyword) => rule(schema, at, keyword, withoutKeyword(keyword))),
    ...(describesObject(schema) ? [additional(schema, at), ...fieldRules(schema, at)] : []),
    ...inner(schema, at, "items", "[]"),
    ...inner(schema, at, "additionalProperties", "{}"),
    ...inner(schema, at, "unevaluatedProperties", "{}"),
    ...(union
      ? union.branches.flatMap((branch, index) =>
          rulesAt(branch, {
            ...at,
            path: [...at.path, union.keyword, String(index)],
          }).filter((rule) => !isOfBranch(rule, at)),
        )
      : []),
    ...underivedRules(schema, at),
  ];
}

/** Formats that do not restrict values: they say how to show or store one. */
const describingFormats: ReadonlySet<unknown> = new Set(["password", "float", "double"]);

/** Keywords without boundary values, and parts of `allOf` that could not be merged with the schema. */
function underivedRules(schema: Schema, at: Where): Rule[] {
  const unknown = Object.keys(schema)
    .filter((keyword) => !knownKeywords.has(keyword) && !isAnnotationKeyword(keyword))
    .map((keyword) => rule(schema, at, keyword, keepSchema));
  const apart = (schema.allOf ?? []).filter((part) => !part.if);
  return [...unknown, ...apart.flatMap((part) => rulesAt(part, at))].map((rule) => ({
    ...rule,
    isUnderived: true,
  }));
}

/** The decoded content of a Base64 string is no string, so `type` is removed together with `format`. */
function withoutKeyword(keyword: string): (owner: Schema) => Schema {
  return (owner) =>
    keyword === "format" && owner["x-content-schema"] !== undefined
      ? removeKeywords("format", "type")(owner)
      : removeKeywords(keyword)(owner);
}

/** The type of a branch is a rule of the union, not of the branch. */
function isOfBranch({ keyword, place }: Rule, at: Where): boolean {
  return place === at.place && (keyword === "type" || keyword === "nullable");
}

function typeRules(schema: Schema, at: Where): Rule[] {
  const union = unionOf(schema);
  const type = schema.type ?? (describesObject(schema) ? "object" : undefined);
  const untyped = ["type", "enum", "const", "anyOf", "oneOf"] as const;
  const isText = at.asText && (type === "string" || type === "array");
  return [
    // On the wire, every text is a valid string and a valid list of one item.
    ...(type !== undefined && !isText
      ? [rule(schema, at, "type", removeKeywords(...untyped))]
      : []),
    // Not a keyword: texts must survive the encoding of the message.
    ...(type === "string" ? [rule(schema, at, "characters", keepSchema)] : []),
    ...(union && !(at.asText && union.branches.some(isAnyText))
      ? [rule(schema, at, "anyOf", removeKeywords(...untyped))]
      : []),
    ...((type !== undefined || union) && !at.asText
      ? [rule(schema, at, "nullable", removeKeywords(...untyped))]
      : []),
  ];
}

/** Whether every text is a value of the schema. */
function isAnyText(schema: Schema): boolean {
  return (
    schema.type === "string" && !valueKeywords.some((keyword) => schema[keyword] !== undefined)
  );
}

function keepSchema(owner: Schema): Schema {
  return owner;
}

function fieldRules(schema: Schema, at: Where): Rule[] {
  return schemaProperties(schema).flatMap(([name, value]) => {
    const inside = step(at, ["properties", name], pointerStep(name));
    const below = {
      ...inside,
      asText: at.asText && value[jsonMark] !== true,
      compared: comparedFields(schema).filter(
        ({ field, sibling }) => field === name || sibling === name,
      ),
    };
    const isRequired = (schema.required ?? []).includes(name);
    return [
      // A path without one of its parameters is another path.
      ...(at.place === "/path"
        ? []
        : [presence(schema, isRequired ? "required" : "optional", name, at)]),
      ...conditional(schema, name, at),
      ...comparisonRules(schema, name, at),
      ...rulesAt(value, below),
    ];
  });
}

function additional(schema: Schema, at: Where): Rule {
  return rule(
    schema,
    at,
    "additional",
    removeKeywords("additionalProperties", "unevaluatedProperties"),
  );
}

function inner(
  schema: Schema,
  at: Where,
  keyword: "items" | "additionalProperties" | "unevaluatedProperties",
  name: string,
): Rule[] {
  const inside = schema[keyword];
  return isSchema(inside) ? rulesAt(inside, step(at, [keyword], name)) : [];
}

export function describesObject(schema: Schema): boolean {
  return schema.type === "object" || isSchema(schema.properties);
}
