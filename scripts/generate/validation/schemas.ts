import { isSchema, type OpenApiDocument, referredName, type Schema } from "contract-kernel";
import { judgeLengthFirst } from "./long-lists.ts";
import { withNumberRange } from "./number-ranges.ts";
import { patternReason } from "./patterns.ts";
import { atMost } from "./sibling-limit-keyword.ts";

/**
 * How a schema treats fields that nobody documented, and defaults: `open` ignores the former and fills in the latter,
 * `bare` only ignores, `closed` refuses.
 */
export type Openness = "open" | "bare" | "closed";

/** The component schemas of a document, ready to be compiled, by id: `<openness>.<component>`. */
export function componentSchemas(
  document: OpenApiDocument,
  openness: Openness,
): Map<string, Schema> {
  const prepare = schemaPreparer(document, openness);
  return new Map(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
      `${openness}.${name}`,
      prepare(schema),
    ]),
  );
}

/** The `bare` components that schemas refer to, and those that these refer to. */
export function bareSchemas(
  document: OpenApiDocument,
  schemas: Iterable<Schema>,
): Map<string, Schema> {
  const all = componentSchemas(document, "bare");
  const found = new Map<string, Schema>();
  const visit = (schema: Schema): Schema => {
    const id = String(schema.$ref);
    const referred = all.get(id);
    if (referred && !found.has(id)) {
      found.set(id, referred);
      visit(referred);
    }
    return mapSubschemas(schema, visit);
  };
  for (const schema of schemas) visit(schema);
  return found;
}

/**
 * Returns a function that turns an emitted schema into the one to validate with: inheritance flattened,
 * conditional rules of the library as standard keywords, discriminated unions judged by the branch that was meant,
 * and, where `closed`, no field beyond the documented.
 */
export function schemaPreparer(
  document: OpenApiDocument,
  openness: Openness,
): (schema: Schema) => Schema {
  const components = document.components?.schemas ?? {};

  const prepare = (schema: Schema): Schema => {
    const flat = withNumberRange(flattenInheritance(schema, components));
    const prepared = {
      ...mapSubschemas(flat, prepare),
      ...(openness === "open" && bareAlternatives(document, flat)),
    };
    if (openness === "bare") delete prepared.default;
    if (typeof prepared.$ref === "string") {
      prepared.$ref = prepared.$ref.replace("#/components/schemas/", `${openness}.`);
    }
    if (openness === "closed") close(prepared);
    addConditions(prepared);
    // JSON Schema only notes the encoding down; OpenAPI 3.0 demands it, as a format.
    if (prepared.contentEncoding === "base64") prepared.format = "byte";
    return byDiscriminator(judgeLengthFirst(prepared), openness);
  };
  return prepare;
}

/** A branch that does not fit has no part in the value: its defaults are not filled in. */
function bareAlternatives(document: OpenApiDocument, schema: Schema): Schema {
  const prepare = schemaPreparer(document, "bare");
  const { anyOf, oneOf } = schema;
  return {
    ...(Array.isArray(anyOf) && { anyOf: anyOf.filter(isSchema).map(prepare) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.filter(isSchema).map(prepare) }),
  };
}

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const subschema = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "not",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
];
const subschemaLists = ["anyOf", "oneOf", "allOf", "prefixItems"];
const subschemaMaps = ["properties", "patternProperties", "$defs"];

/** A copy of `schema` with `change` applied to each direct subschema. */
export function mapSubschemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const copy: Schema = { ...schema };
  for (const keyword of subschema) {
    if (isSchema(copy[keyword])) copy[keyword] = change(copy[keyword]);
  }
  for (const keyword of subschemaLists) {
    const list = copy[keyword];
    if (Array.isArray(list)) copy[keyword] = list.map((each: Schema) => change(each));
  }
  for (const keyword of subschemaMaps) {
    const map = copy[keyword];
    if (isSchema(map)) {
      copy[keyword] = Object.fromEntries(
        Object.entries(map).map(([name, each]) => [name, isSchema(each) ? change(each) : each]),
      );
    }
  }
  return copy;
}

/** Without extensions, which are no JSON Schema but for the reason of a pattern, and without texts, which would be copied into compiled modules. */
export function withoutExtensions(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      (!keyword.startsWith("x-") || keyword === patternReason) &&
      !["discriminator", "example", "title", "description"].includes(keyword),
  );
  return mapSubschemas(Object.fromEntries(kept), withoutExtensions);
}

/** A model that extends another is emitted as `allOf`; closing it needs its properties in one place. */
function flattenInheritance(schema: Schema, components: Record<string, Schema>): Schema {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...own } = schema;
  return [...(allOf as Schema[]), own].reduce<Schema>((merged, each) => {
    const part = flattenInheritance(resolve(each, components), components);
    return {
      ...merged,
      ...part,
      ...(merged.properties || part.properties
        ? {
            properties: {
              ...(merged.properties as object),
              ...(part.properties as object),
            },
          }
        : {}),
      ...(merged.required || part.required
        ? {
            required: [...new Set([...asNames(merged.required), ...asNames(part.required)])],
          }
        : {}),
    };
  }, {});
}

function resolve(schema: Schema, components: Record<string, Schema>): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : components[name]) ?? schema;
}

function close(schema: Schema): void {
  const decided = "additionalProperties" in schema || "unevaluatedProperties" in schema;
  const composed = "anyOf" in schema || "oneOf" in schema;
  if (schema.type === "object" && !decided && !composed) schema.additionalProperties = false;
}

/** `@requires`, `@requiredWhen` and `@atMost` as rules of the object that holds the property. */
function addConditions(schema: Schema): void {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const dependent: Record<string, readonly string[]> = {};
  const conditions: Schema[] = [];
  const limits: Record<string, string> = {};
  for (const [name, property] of properties) {
    if (property["x-at-most"]) limits[name] = property["x-at-most"];
    if (property["x-requires"]) dependent[name] = property["x-requires"];
    const when = property["x-required-when"] as { property: string; values: string[] } | undefined;
    if (when) {
      conditions.push({
        if: {
          properties: { [when.property]: { enum: when.values } },
          required: [when.property],
        },
        then: { required: [name] },
      });
    }
    if (asNames(schema.required).includes(name)) delete property.default;
  }
  if (Object.keys(dependent).length > 0) schema.dependentRequired = dependent;
  if (Object.keys(limits).length > 0) schema[atMost] = limits;
  if (conditions.length > 0) schema.allOf = conditions;
}

/** Only the branch that the discriminator names is judged, so only its faults are reported. */
function byDiscriminator(schema: Schema, openness: Openness): Schema {
  const discriminator = schema.discriminator as
    { propertyName: string; mapping?: Record<string, string> } | undefined;
  const branches = (schema.oneOf ?? schema.anyOf ?? []) as Schema[];
  if (!discriminator?.mapping || branches.length === 0) return schema;
  const { oneOf, anyOf, discriminator: _, ...rest } = schema;
  const { propertyName, mapping } = discriminator;
  return {
    ...rest,
    type: "object",
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
    required: [propertyName],
    allOf: Object.entries(mapping).map(([value, target]) => ({
      if: {
        properties: { [propertyName]: { const: value } },
        required: [propertyName],
      },
      then: { $ref: `${openness}.${referredName({ $ref: target }) ?? ""}` },
    })),
  };
}

function asNames(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
