import type { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Schema } from "./documents.ts";

const rfc3986 = fullFormats["uri"] as (text: string) => boolean;

/**
 * OpenAPI gives 64 bits. JSON numbers are exact up to 53 of them (RFC 7493, section 2.2): what is larger would reach
 * programs as another number.
 */
const int64 = {
  type: "number" as const,
  validate: (value: number) => Number.isSafeInteger(value),
};

/** RFC 3986 takes ports of any size and hosts that nobody can call; a URI here is one that programs can open as well. */
function uri(text: string): boolean {
  return rfc3986(text) && URL.canParse(text);
}

/** Formats that are judged otherwise than by the compiler's own rules. */
export function addFormats(ajv: Ajv2020): void {
  ajv.addFormat("int64", int64);
  ajv.addFormat("uri", uri);
}

/** The same formats for compiled modules: text of a declaration of `formats`. */
export const formatsDeclaration = `import { fullFormats } from "ajv-formats/dist/formats.js";
const rfc3986 = fullFormats.uri;
${String(uri)}
const formats = { ...fullFormats, uri, int64: { type: "number", validate: ${String(int64.validate)} } };`;

/** Every integer is exact: one of any other size is held to the range of `int64`, except that `int32` has its own. */
export function withExactIntegers(schema: Schema): Schema {
  const isInteger = [schema["type"]].flat().includes("integer");
  return isInteger && schema["format"] !== "int32" ? { ...schema, format: "int64" } : schema;
}
