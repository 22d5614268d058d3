import { isSchema, propertiesOf, type Schema } from "@contract-toolkit/kernel";

export function decodeContent(schema: Schema, value: unknown): unknown {
  if (typeof schema["x-content-schema"] === "string" && typeof value === "string")
    return decoded(value);
  if (!hasContentSchema(schema) || !isSchema(value)) return value;
  const properties = new Map(propertiesOf(schema));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      decodeContent(properties.get(name) ?? {}, field),
    ]),
  );
}

function hasContentSchema(schema: Schema): boolean {
  return (
    schema["x-content-schema"] !== undefined ||
    [...propertiesOf(schema).map(([, each]) => each), ...(schema.anyOf ?? [])].some(
      hasContentSchema,
    )
  );
}

function decoded(text: string): unknown {
  return JSON.parse(Buffer.from(text, "base64").toString("utf8")) as unknown;
}
