import { isSchema, mapSubschemas, type Schema } from "@contract-toolkit/kernel";

/** Translates a schema of `messages.json` into what the middleware takes. Throws for what takes it more than linear time. */
export function translate(schema: Schema): Schema {
  requireLinear(schema);
  const { unevaluatedProperties, ...rest } = mapSubschemas(schema, translate);
  const kept = Object.entries(rest).filter(
    ([keyword, value]) =>
      !annotations.has(keyword) &&
      !keyword.startsWith("x-") &&
      (keyword !== "format" || enforcedFormats.has(value)),
  );
  return {
    ...Object.fromEntries(kept),
    // Inheritance is flattened: whatever field is not evaluated is additional.
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
  };
}

/** The middleware compares each item with every other, unless their schema says that they are scalar. */
function requireLinear({ uniqueItems, items }: Schema): void {
  if (uniqueItems === true && !(isSchema(items) && scalarTypes.has(items.type)))
    throw new TypeError(
      "The engine express-openapi-validator cannot check uniqueItems of objects or lists in linear time. Use the compiled engine.",
    );
}

const scalarTypes: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"]);

/** The middleware has its own idea of a discriminator; the encoding of a text stands as its format, too. */
const annotations: ReadonlySet<string> = new Set(["discriminator", "contentEncoding"]);

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
