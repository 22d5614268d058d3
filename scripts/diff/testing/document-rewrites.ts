import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { isSchema, mapSubschemas, valueAt, type Schema } from "@contract-toolkit/contract";

export type Document = Readonly<Record<string, unknown>>;

/** Rewrites of a document that do not change its contract. */
export const rewrites: Readonly<Record<string, (document: Document) => Document>> = {
  "references as the only part of a whole": (document) => withSchemas(document, wrapped),
  "objects in two parts": (document) => withSchemas(document, split),
  "types as alternatives": (document) => withSchemas(document, typesApart),
  "rules beside alternatives in each of them": (document) => withSchemas(document, distributed),
  "alternatives inside of alternatives": (document) => withSchemas(document, nested),
  "integers as multiples of one": (document) => withSchemas(document, multiples),
  "values as alternatives": (document) => withSchemas(document, valuesApart),
  "references as what they lead to": (document) => withSchemas(document, inlinedIn(document)),
  "components under other names": renamed,
  "everything in another sequence": (document) => reversed(document) as Document,
};

export function rewrittenAtOnce(document: Document): Document {
  return Object.values(rewrites).reduce((sofar, rewrite) => rewrite(sofar), document);
}

/** Changes each schema of a document, inner ones first. */
function withSchemas(document: Document, change: (schema: Schema) => Schema): Document {
  const deep = (schema: Schema): Schema => change(mapSubschemas(schema, deep));
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((value) => walk(value, ""));
    if (!isSchema(value)) return value;
    if (key === "schema") return deep(value);
    if (key === "schemas")
      return Object.fromEntries(
        Object.entries(value).map(([name, value]) => [name, isSchema(value) ? deep(value) : value]),
      );
    if (["example", "examples", "default"].includes(key)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, value]) => [name, walk(value, name)]),
    );
  };
  return walk(document, "") as Document;
}

function wrapped(schema: Schema): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...own, allOf: [{ $ref }] };
}

/** Splits an object in two, unless a keyword describes its other fields. */
function split(schema: Schema): Schema {
  const { properties = {}, required = [], ...rest } = schema;
  const names = Object.keys(properties);
  const isWhole = ["additionalProperties", "unevaluatedProperties"].some(
    (keyword) => keyword in schema,
  );
  if (names.length < 2 || isWhole) return schema;
  const parts = [names.slice(1), names.slice(0, 1)].map((some) => ({
    properties: Object.fromEntries(some.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => some.includes(name)),
  }));
  return { ...rest, allOf: [...(rest.allOf ?? []), ...parts] };
}

/** Splits the annotations of a schema from its rules. */
function parted(schema: Schema): readonly [notes: Schema, rules: Schema] {
  const groups = Object.groupBy(Object.entries(schema), ([keyword]) =>
    isMetaDataKeyword(keyword) ? "notes" : "rules",
  );
  return [Object.fromEntries(groups.notes ?? []), Object.fromEntries(groups.rules ?? [])];
}

function typesApart(schema: Schema): Schema {
  const [notes, { type, ...rules }] = parted(schema);
  if (!Array.isArray(type) || type.length < 2) return schema;
  return { ...notes, anyOf: type.map((each: string) => ({ ...rules, type: each })) };
}

/** Which fields \`unevaluatedProperties\` refuses depends on all alternatives that a value fits. */
function distributed(schema: Schema): Schema {
  const [notes, { anyOf, oneOf, discriminator, ...rules }] = parted(schema);
  const isWhole = discriminator ?? rules["unevaluatedProperties"] ?? (anyOf && oneOf);
  const inEach = (branches: readonly Schema[] | undefined) =>
    branches?.map((branch): Schema => ({ allOf: [branch, rules] }));
  if (isWhole !== undefined || Object.keys(rules).length === 0) return schema;
  if (anyOf) return { ...notes, anyOf: inEach(anyOf) ?? [] };
  return oneOf ? { ...notes, oneOf: inEach(oneOf) ?? [] } : schema;
}

function nested(schema: Schema): Schema {
  const [first, ...others] = schema.anyOf ?? [];
  if (!first || others.length === 0 || schema.discriminator) return schema;
  return { ...schema, anyOf: [first, { anyOf: others }] };
}

function multiples(schema: Schema): Schema {
  const isPlain = schema.type === "integer" && !schema.format && schema.multipleOf === undefined;
  return isPlain ? { ...schema, type: "number", multipleOf: 1 } : schema;
}

function valuesApart(schema: Schema): Schema {
  const { enum: values, ...rest } = schema;
  const isPlain = !("anyOf" in rest || "oneOf" in rest);
  return values && isPlain ? { ...rest, oneOf: values.map((value) => ({ const: value })) } : schema;
}

/** Replaces references to schemas that refer to no other, and whose name means nothing. */
function inlinedIn(document: Document): (schema: Schema) => Schema {
  return ({ $ref, ...own }) => {
    const target = valueAt(document, $ref?.slice(1) ?? "/none");
    const isPlain =
      isSchema(target) && !/"(\$ref|xml|discriminator)":/.test(JSON.stringify(target));
    if (isPlain) return Object.keys(own).length > 0 ? { ...own, allOf: [target] } : target;
    return $ref === undefined ? own : { ...own, $ref };
  };
}

function renamed(document: Document): Document {
  const text = JSON.stringify(document).replaceAll(
    "#/components/schemas/",
    "#/components/schemas/Other",
  );
  const copy = JSON.parse(text) as Document & { components?: { schemas?: Record<string, Schema> } };
  const schemas = Object.entries(copy.components?.schemas ?? {});
  return {
    ...copy,
    components: {
      ...copy.components,
      schemas: Object.fromEntries(
        // In XML, the name of a component is that of the root element, unless it has one of its own.
        schemas.map(([name, schema]) => [
          `Other${name}`,
          { ...withContent(schema), xml: { name, ...(isSchema(schema["xml"]) && schema["xml"]) } },
        ]),
      ),
    },
  };
}

/** `x-content-schema` has a name, and a mapping may have names, not references. */
function withContent(schema: Schema): Schema {
  const { "x-content-schema": component, discriminator } = schema;
  const mapping = Object.entries(discriminator?.mapping ?? {}).map(
    ([value, target]) => [value, target.replace(/^\w+$/, "Other$&")] as const,
  );
  return {
    ...mapSubschemas(schema, withContent),
    ...(component !== undefined && { "x-content-schema": `Other${component}` }),
    ...(discriminator?.mapping && {
      discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) },
    }),
  };
}

/** Lists whose sequence has no meaning. */
const sets = ["required", "enum", "anyOf", "oneOf", "allOf", "parameters", "security"];

function reversed(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((value) => reversed(value));
    return sets.includes(key) ? items.reverse() : items;
  }
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).map(([name, value]) => [name, reversed(value, name)]);
  return Object.fromEntries(entries.reverse()) as Document;
}
