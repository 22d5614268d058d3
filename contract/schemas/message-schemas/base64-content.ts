import { isSchema, schemaProperties, type Schema } from "@contract-toolkit/contract";

/** A copy of a value in which the JSON inside Base64 strings (`x-content-schema`) is decoded. */
export function decodeContent(schema: Schema, value: unknown): unknown {
  if (typeof schema["x-content-schema"] === "string" && typeof value === "string")
    return JSON.parse(Buffer.from(value, "base64").toString("utf8")) as unknown;
  if (!isSchema(value)) return value;
  const properties = new Map(schemaProperties(schema));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      decodeContent(properties.get(name) ?? {}, field),
    ]),
  );
}
