import { isSchema, type Schema } from "contract-kernel";
import { listed, named } from "./schema.ts";

/** A message in which JSON that Base64 strings carry is opened. */
export function openCarried(schema: Schema, value: unknown): unknown {
  if (typeof schema["x-carries"] === "string" && typeof value === "string") return opened(value);
  if (!holdsCarried(schema) || !isSchema(value)) return value;
  const properties = new Map(named(schema["properties"]));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      openCarried(properties.get(name) ?? {}, field),
    ]),
  );
}

function holdsCarried(schema: Schema): boolean {
  return (
    schema["x-carries"] !== undefined ||
    [...named(schema["properties"]).map(([, each]) => each), ...listed(schema["anyOf"])].some(
      holdsCarried,
    )
  );
}

function opened(text: string): unknown {
  return JSON.parse(Buffer.from(text, "base64").toString("utf8")) as unknown;
}
