import { format as knownFormats, validate, Validator } from "@cfworker/json-schema";
import { mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import { keepsComparisons, usesKeyword } from "./comparisons.ts";

/**
 * Judges messages by their schema, independently of the validators that a contract is generated with: a case is played
 * only when this second opinion agrees that it is valid, or that it is not.
 */
export function accepts(schema: Schema, message: unknown): boolean {
  return (
    isValid(inKnownWords(schema), inJson(message)) && keepsComparisons(schema, message, accepts)
  );
}

/** The validator's type of schemas knows fewer words. */
function isValid(schema: Readonly<Record<string, unknown>>, message: unknown): boolean {
  if (refers(schema)) return new Validator(schema, "2020-12").validate(message).valid;
  // Without references there is nothing to look up, and a schema need not be walked before it judges.
  return validate(message, schema, "2020-12", {}).valid;
}

const refers = usesKeyword("$ref");

/** A message is judged by the schema with a rule and by the one without it. */
const knownMessages = new WeakMap<object, unknown>();

/** What JSON can say. */
function inJson(message: unknown): unknown {
  const isKept = typeof message === "object" && message !== null;
  const known = isKept ? knownMessages.get(message) : undefined;
  if (known !== undefined) return known;
  const said = JSON.parse(JSON.stringify(message)) as unknown;
  if (isKept) knownMessages.set(message, said);
  return said;
}

/** Thousands of schemas differ in one rule and share their other parts. */
const knownSchemas = new WeakMap<Schema, Schema>();

function inKnownWords(schema: Schema): Schema {
  const known = knownSchemas.get(schema) ?? asJsonSchema(schema);
  knownSchemas.set(schema, known);
  return known;
}

/** Integers of any size are those that a JSON number is exact for (RFC 7493, section 2.2). */
const exact: Schema = { minimum: 1 - 2 ** 53, maximum: 2 ** 53 - 1 };

/** OpenAPI's own formats. Base64 is that of RFC 4648 with its padding. */
const formats: Readonly<Record<string, Schema>> = {
  byte: { pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$" },
  int64: exact,
  int8: { minimum: -128, maximum: 127 },
  int16: { minimum: -32_768, maximum: 32_767 },
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint8: { minimum: 0, maximum: 255 },
  uint16: { minimum: 0, maximum: 65_535 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
  uint64: { minimum: 0, maximum: 2 ** 53 - 1 },
};

/** RFC 3986 bounds no port and takes hosts that are none; a URI that no program can open is none here. */
const rfc3986 = knownFormats.uri;
knownFormats.uri = (text) => rfc3986?.(text) === true && URL.canParse(text);

/** A time on a clock has no offset. */
const rfc3339 = knownFormats.time;
knownFormats.time = (text) => rfc3339?.(text) === true || rfc3339?.(`${text}Z`) === true;

/** Puts OpenAPI's own formats into words that every validator knows. */
function asJsonSchema(schema: Schema): Schema {
  const { format, ...others } = mapSubschemas(schema, inKnownWords);
  const isInteger = [schema.type].flat().includes("integer");
  const rule = formats[String(format)] ?? (isInteger ? exact : format && { format });
  return rule ? { ...others, allOf: [...(others.allOf ?? []), rule] } : others;
}
