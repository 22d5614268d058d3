import { Validator } from "@cfworker/json-schema";
import { isSchema, named, type Schema } from "./schema.ts";

/**
 * Judges messages by their schema, independently of the validators that a contract is generated with: a case is played
 * only when this second opinion agrees that it is valid, or that it is not.
 */
export function accepts(schema: Schema, message: unknown): boolean {
  return validatorOf(schema).validate(plain(message)).valid;
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

/** The integer formats that OpenAPI itself defines; JSON Schema leaves them to annotations. */
const integerFormats: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  // The next double above the largest 64-bit integer is 2 ** 63, which is one too many.
  int64: [-(2 ** 63), 2 ** 63 - 1024],
};

/** Base64 of RFC 4648 with its padding. */
const base64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** Puts OpenAPI's own formats into words that every validator knows. */
function asJsonSchema(schema: Schema): Schema {
  const { format, ...others } = schema;
  const inside = Object.fromEntries(
    Object.entries(others).map(([keyword, value]) => [keyword, translated(keyword, value)]),
  );
  const known = typeof format === "string" ? asRule(format) : {};
  return Object.keys(known).length === 0
    ? inside
    : {
        ...inside,
        allOf: [...((inside["allOf"] as Schema[] | undefined) ?? []), known],
      };
}

function asRule(format: string): Schema {
  const range = integerFormats[format];
  if (range) return { minimum: range[0], maximum: range[1] };
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
