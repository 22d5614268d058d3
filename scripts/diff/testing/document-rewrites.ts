import { isSchema, mapSubschemas, type Schema } from "@contract-toolkit/contract";

export type Document = Readonly<Record<string, unknown>>;

/** Rewrites of a document that do not change its contract. */
export const rewrites: Readonly<Record<string, (document: Document) => Document>> = {
  "references as the only part of a whole": (document) => withSchemas(document, wrapped),
  "objects in two parts": (document) => withSchemas(document, split),
  "nullable places as alternatives": (document) => withSchemas(document, nullsApart),
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
    type: "object",
    properties: Object.fromEntries(some.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => some.includes(name)),
  }));
  return { ...rest, allOf: [...(rest.allOf ?? []), ...parts] };
}

function nullsApart(schema: Schema): Schema {
  const { type, ...rest } = schema;
  const others = [type].flat().filter((text) => text !== "null" && text !== undefined);
  if (others.length !== 1 || [type].flat().length !== 2) return schema;
  return { anyOf: [{ type: "null" }, { ...rest, type: String(others[0]) }] };
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

/** `x-content-schema` has a name, not a reference. */
function withContent(schema: Schema): Schema {
  const component = schema["x-content-schema"];
  const inner = mapSubschemas(schema, withContent);
  return component === undefined ? inner : { ...inner, "x-content-schema": `Other${component}` };
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
