import { format as knownFormats, Validator } from "@cfworker/json-schema";
import { isSchema, type Schema } from "contract-kernel";
import { named } from "../schema/schema.ts";
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
  const validator = new Validator(asJsonSchema(schema), "2020-12");
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

/** Base64 of RFC 4648 with its padding. */
const base64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** Puts OpenAPI's own formats into words that every validator knows. */
function asJsonSchema(schema: Schema): Record<string, unknown> {
  const { format, ...others } = schema;
  const inside = Object.fromEntries(
    Object.entries(others).map(([keyword, value]) => [keyword, translated(keyword, value)]),
  );
  const known = isInteger(schema)
    ? integerRule(format)
    : typeof format === "string"
      ? asRule(format)
      : {};
  return Object.keys(known).length === 0
    ? inside
    : {
        ...inside,
        allOf: [...((inside.allOf as Schema[] | undefined) ?? []), known],
      };
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

function translated(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case "properties":
      return Object.fromEntries(named(value).map(([name, each]) => [name, asJsonSchema(each)]));
    case "anyOf":
    case "oneOf":
    case "allOf":
      return Array.isArray(value) ? value.map((each) => asJsonSchema(each as Schema)) : value;
    case "items":
    case "additionalProperties":
    case "unevaluatedProperties":
      return isSchema(value) ? asJsonSchema(value) : value;
    default:
      return value;
  }
}
