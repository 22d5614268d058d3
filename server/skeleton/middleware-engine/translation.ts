import { isSchema, referredName, type Schema } from "contract-kernel";
import { namesIn, propertiesOf, schemasIn, type Untyped } from "./document.ts";
import { boundsOf } from "./number-bounds.ts";

/**
 * What a schema is read for. `open` fills in defaults and ignores fields that nobody documented, `bare` only ignores
 * them, `closed` refuses them.
 */
export type Openness = "open" | "bare" | "closed";

/** Translates a schema of OpenAPI 3.0. */
export type Translate = (schema: Schema, openness: Openness) => Schema;

/**
 * Makes a translator from OpenAPI 3.0 to 3.1, whose schemas are JSON Schema, so that everything a contract says is a
 * keyword that the middleware enforces: `nullable`, the contract's own rules, discriminated unions.
 *
 * @throws {TypeError} when translating what the middleware takes more than linear time for.
 * @param components the schemas that others refer to
 * @param refer makes a reference to the component of a name, read in a way
 */
export function createTranslator(
  components: Readonly<Record<string, Schema>>,
  refer: (name: string, openness: Openness) => string,
): Translate {
  function translate(schema: Schema, openness: Openness): Schema {
    requireLinear(schema);
    if (isOnlyNull(schema)) return { type: "null" };
    if (schema.nullable === true) return nullable(schema, openness);
    const whole = withoutComposition(schema);
    const discriminator = discriminatorOf(whole);
    return discriminator
      ? byDiscriminator(discriminator, openness)
      : withoutAnnotations({
          ...whole,
          ...boundsOf(whole),
          ...subschemas(whole, openness),
          ...rulesOf(whole),
          ...(openness !== "open" && { default: undefined }),
        });
  }

  /** OpenAPI 3.0.3 lets `nullable` widen a type only; of what is composed it means the same. */
  function nullable(schema: Schema, openness: Openness): Schema {
    const { nullable: _, default: value, ...rest } = schema;
    const anyOf = [translate(rest, alternative(openness)), { type: "null" }];
    return value === undefined || openness !== "open" ? { anyOf } : { anyOf, default: value };
  }

  /** One `allOf` stands for a reference that OpenAPI 3.0 lets nothing stand beside; several, or one with properties, for inheritance. */
  function withoutComposition(schema: Schema): Schema {
    const { allOf, ...own } = schema;
    const [first, ...others] = schemasIn(allOf);
    if (!first) return own;
    const inherits = others.length > 0 || own.properties !== undefined;
    if (!inherits && first.$ref !== undefined) {
      const { type: _, ...beside } = own;
      return { ...beside, $ref: first.$ref };
    }
    const parts = [first, ...others, own].map((part) =>
      withoutComposition(components[referredName(part) ?? ""] ?? part),
    );
    if (!parts.some(({ type }) => type === "object")) return schema;
    return {
      ...parts.reduce<Schema>((whole, part) => ({ ...whole, ...part }), {}),
      properties: Object.fromEntries(parts.flatMap(propertiesOf)),
      required: [...new Set(parts.flatMap(({ required }) => namesIn(required)))],
    };
  }

  /** The keywords that hold schemas or lead to one. */
  function subschemas(schema: Schema, openness: Openness): Untyped {
    const { allOf, anyOf, oneOf, not, items, additionalProperties } = schema;
    const name = referredName(schema);
    const closes =
      openness === "closed" &&
      schema.type === "object" &&
      [allOf, anyOf, oneOf, additionalProperties].every((keyword) => keyword === undefined);
    const each = (inside: Schema) => translate(inside, openness);
    const branch = (inside: Schema) => translate(inside, alternative(openness));
    return {
      ...(name !== undefined && { $ref: refer(name, openness) }),
      ...(schema.properties !== undefined && {
        properties: properties(schema, openness),
      }),
      ...listOf(schema, isSchema(items) ? each(items) : undefined),
      ...(isSchema(additionalProperties) && {
        additionalProperties: each(additionalProperties),
      }),
      ...(closes && { additionalProperties: false }),
      ...(isSchema(not) && { not: branch(not) }),
      ...(allOf !== undefined && { allOf: schemasIn(allOf).map(each) }),
      ...(anyOf !== undefined && { anyOf: withNullLast(anyOf).map(branch) }),
      ...(oneOf !== undefined && { oneOf: withNullLast(oneOf).map(branch) }),
    };
  }

  function properties(schema: Schema, openness: Openness): Record<string, Schema> {
    const required = namesIn(schema.required);
    return Object.fromEntries(
      propertiesOf(schema).map(([name, property]) => {
        const { default: value, ...rest } = translate(property, openness);
        // What must be sent is not filled in.
        const fills = value !== undefined && !required.includes(name);
        return [name, fills ? { ...rest, default: value } : rest];
      }),
    );
  }

  /** Only the branch that the discriminator names is judged. */
  function byDiscriminator({ property, branches }: Discriminator, openness: Openness): Schema {
    return {
      type: "object",
      properties: { [property]: { enum: branches.map(([value]) => value) } },
      required: [property],
      allOf: branches.map(([value, $ref]) => ({
        if: equals(property, [value]),
        then: translate({ $ref }, openness),
      })),
    };
  }

  return translate;
}

/** The middleware compares each item with every other, unless their schema says that they are scalar. */
function requireLinear({ uniqueItems, items }: Schema): void {
  if (uniqueItems === true && !(isSchema(items) && scalarTypes.has(items.type)))
    throw new TypeError(
      "The engine express-openapi-validator cannot check uniqueItems of objects or lists in linear time. Use the compiled engine.",
    );
}

const scalarTypes: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"]);

/** A branch that does not fit has no part in the value: its defaults are not filled in. */
function alternative(openness: Openness): Openness {
  return openness === "open" ? "bare" : openness;
}

/** OpenAPI 3.0 has no type of null: it is a value of another type that may be nothing but null. */
function isOnlyNull({ nullable, enum: values }: Schema): boolean {
  return nullable === true && Array.isArray(values) && values.every((value) => value === null);
}

/** In OpenAPI 3.0 each alternative says that the value may be null; that is one alternative more. */
function withNullLast(list: unknown): readonly Schema[] {
  const alternatives = schemasIn(list);
  if (alternatives.some(isOnlyNull)) return alternatives;
  if (!alternatives.some(({ nullable }) => nullable === true)) return alternatives;
  return [...alternatives.map(({ nullable: _, ...rest }) => rest), { type: "null" }];
}

interface Discriminator {
  readonly property: string;
  /** References by the value that names them. */
  readonly branches: readonly (readonly [value: string, $ref: string])[];
}

function discriminatorOf({ discriminator }: Schema): Discriminator | undefined {
  return discriminator?.mapping
    ? { property: discriminator.propertyName, branches: Object.entries(discriminator.mapping) }
    : undefined;
}

/** Of a list with a greatest length, the items are judged where it keeps that; one that is too long may have very many. */
function listOf({ maxItems, uniqueItems }: Schema, items: Schema | undefined): Untyped {
  if (!items) return {};
  if (maxItems === undefined) return { items };
  // Whether items repeat is judged by their type, so that the two stand together.
  const then = { items, ...(uniqueItems !== undefined && { uniqueItems }) };
  return { items: undefined, uniqueItems: undefined, if: { maxItems }, then };
}

/** The contract's own rules between the properties of an object, which stand on one of them. */
function rulesOf(schema: Schema): Schema {
  const properties = propertiesOf(schema);
  const dependent = properties.flatMap(([name, { "x-requires": others }]) =>
    others ? [[name, others] as const] : [],
  );
  const conditions = properties.flatMap(([name, property]) => {
    const when = property["x-required-when"];
    return when ? { if: equals(when.property, when.values), then: { required: [name] } } : [];
  });
  const limits = properties.flatMap(([name, { "x-at-most": limit }]) =>
    limit === undefined ? [] : [[name, limit] as const],
  );
  return {
    ...(dependent.length > 0 && {
      dependentRequired: Object.fromEntries(dependent),
    }),
    ...(limits.length > 0 && { [atMost]: Object.fromEntries(limits) }),
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

function equals(property: string, values: readonly unknown[]): Schema {
  return { properties: { [property]: { enum: values } }, required: [property] };
}

/** Keyword of an object: by the name of a number, the name of the one beside it that it may not exceed. */
export const atMost = "atMost";

/** Extension with the error code of a value outside the bounds beside it; kept for those who tell the fault. */
export const boundsCode = "x-bounds-code";

/** Extension with what is told about a value that does not match the pattern beside it; kept for the same. */
export const patternReason = "x-pattern-reason";

function withoutAnnotations(schema: Untyped): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) =>
        value !== undefined &&
        !annotations.has(keyword) &&
        (!keyword.startsWith("x-") || keyword === boundsCode || keyword === patternReason) &&
        (keyword !== "format" || enforcedFormats.has(value)),
    ),
  );
}

const annotations: ReadonlySet<string> = new Set([
  "deprecated",
  "description",
  "discriminator",
  "example",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/** Formats with a rule behind them; any other only says what a value is. */
const enforcedFormats: ReadonlySet<unknown> = new Set([
  "byte",
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "url",
  "uuid",
]);
