import {
  isSchema,
  pointerStep,
  schemaProperties,
  type Schema,
  valueAt,
  withValue,
  ownValue,
} from "@contract-toolkit/contract";
import { isAnnotationKeyword, unionOf } from "@contract-toolkit/contract/schema-algebra";
import {
  type ComparedFields,
  comparedFields,
  type Comparison,
  comparisons,
} from "@contract-toolkit/contract/field-rules";
import { describingFormats, events, form, json, text } from "../message-schemas/schema.ts";

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
      asText: part !== "body" || schema[text] === true || schema[form] === true,
    };
    if (part !== "body" || schema[form] === true) return fieldRules(schema, at);
    if (schema[events] === true) return inner(schema, at, "items", "[]");
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

type Where = Pick<Rule, "place" | "path" | "asText" | "compared">;

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
      asText: at.asText && value[json] !== true,
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

function fieldRule(
  schema: Schema,
  name: string,
  at: Where,
  keyword: string,
  relax: (owner: Schema) => Schema,
): Rule {
  const below = step(at, ["properties", name], pointerStep(name));
  return { ...below, keyword, schema: propertySchema(schema, name), relaxed: relaxedAt(at, relax) };
}

function presence(schema: Schema, keyword: "required" | "optional", name: string, at: Where): Rule {
  return fieldRule(schema, name, at, keyword, (owner) => ({
    ...owner,
    required: (owner.required ?? []).filter((requiredName) => requiredName !== name),
  }));
}

function propertySchema({ properties = {} }: Schema, name: string): Schema {
  const field = ownValue(properties, name);
  return isSchema(field) ? field : {};
}

/** A field that is required if another one is present or has a certain value. */
function conditional(schema: Schema, name: string, at: Where): Rule[] {
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

function comparisonRules(schema: Schema, name: string, at: Where): Rule[] {
  return comparedFields(schema)
    .filter((comparedField) => comparedField.field === name)
    .map(({ rule: by, sibling }): Rule => ({
      ...fieldRule(schema, name, at, by.name, removeKeywords(by.name)),
      sibling: { name: sibling, schema: propertySchema(schema, sibling), rule: by },
    }));
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

function rule(schema: Schema, at: Where, keyword: string, relax: (owner: Schema) => Schema): Rule {
  return { ...at, keyword, schema, relaxed: relaxedAt(at, relax) };
}

function relaxedAt({ path }: Where, relax: (owner: Schema) => Schema): Rule["relaxed"] {
  if (path.length === 0) return relax;
  const pointer = path.map((key) => `/${pointerStep(key)}`).join("");
  return (message) =>
    withValue(message, pointer, relax(valueAt(message, pointer) as Schema)) as Schema;
}

function step({ path, place, asText }: Where, keys: readonly string[], name: string): Where {
  return { path: [...path, ...keys], place: `${place}/${name}`, asText };
}

export function describesObject(schema: Schema): boolean {
  return schema.type === "object" || isSchema(schema.properties);
}

function removeKeywords(...keywords: string[]): (owner: Schema) => Schema {
  return (owner) =>
    Object.fromEntries(Object.entries(owner).filter(([keyword]) => !keywords.includes(keyword)));
}
