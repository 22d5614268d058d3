import { isSchema, mapSubschemas, type Schema } from "@contract-toolkit/kernel";

/** Translates a schema of `messages.json` for the middleware. Throws if validation would take more than linear time. */
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
    // Inheritance is flattened, so every field that is not evaluated is additional.
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
  };
}

/** The middleware compares each item with every other, unless the schema says that items are scalar. */
function requireLinear({ uniqueItems, items }: Schema): void {
  if (uniqueItems === true && !(isSchema(items) && scalarTypes.has(items.type)))
    throw new TypeError(
      "The engine express-openapi-validator cannot check uniqueItems of objects or lists in linear time. Use the compiled engine.",
    );
}

const scalarTypes: ReadonlySet<unknown> = new Set(["boolean", "integer", "number", "string"]);

/** The middleware treats a discriminator differently. The encoding is also in `format`. */
const annotations: ReadonlySet<string> = new Set(["discriminator", "contentEncoding"]);

/** Formats that are checked. Others only describe a value. */
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
