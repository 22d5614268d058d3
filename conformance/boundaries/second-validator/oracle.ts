import { format as knownFormats, Validator } from "@cfworker/json-schema";
import { mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import { keepsLimits } from "./sibling-limits.ts";

/**
 * Judges messages by their schema, independently of the validators that a contract is generated with: a case is played
 * only when this second opinion agrees that it is valid, or that it is not.
 */
export function accepts(schema: Schema, message: unknown): boolean {
  return (
    validatorOf(schema).validate(plain(message)).valid && keepsLimits(schema, message, accepts)
  );
}

/** Thousands of messages are judged by the same schemas. */
const validators = new WeakMap<Schema, Validator>();

function validatorOf(schema: Schema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  // The validator has a type of schemas of its own.
  const inWords: Readonly<Record<string, unknown>> = asJsonSchema(schema);
  const validator = new Validator(inWords, "2020-12");
  validators.set(schema, validator);
  return validator;
}

/** What JSON can say. */
function plain(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message)) as unknown;
}

/** OpenAPI's format of 32 bits. */
const int32: Schema = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** Integers of any other size are those that a JSON number is exact for (RFC 7493, section 2.2). */
const exact: Schema = { minimum: 1 - 2 ** 53, maximum: 2 ** 53 - 1 };

/** RFC 3986 bounds no port and takes hosts that are none; a URI that no program can open is none here. */
const rfc3986 = knownFormats.uri;
knownFormats.uri = (text) => rfc3986?.(text) === true && URL.canParse(text);

/** A time on a clock has no offset. */
const rfc3339 = knownFormats.time;
knownFormats.time = (text) => rfc3339?.(text) === true || rfc3339?.(`${text}Z`) === true;

/** Base64 of RFC 4648 with its padding. */
const base64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** Puts OpenAPI's own formats into words that every validator knows. */
function asJsonSchema(schema: Schema): Schema {
  const { format, ...others } = mapSubschemas(schema, asJsonSchema);
  const known = isInteger(schema)
    ? integerRule(format)
    : format === undefined
      ? {}
      : asRule(format);
  return Object.keys(known).length === 0
    ? others
    : { ...others, allOf: [...(others.allOf ?? []), known] };
}

function isInteger({ type, format }: Schema): boolean {
  return [type].flat().includes("integer") || format === "int32" || format === "int64";
}

function integerRule(format: unknown): Schema {
  return format === "int32" ? int32 : exact;
}

function asRule(format: string): Schema {
  return format === "byte" ? { pattern: base64 } : { format };
}
