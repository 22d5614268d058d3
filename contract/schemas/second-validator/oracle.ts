import {
  dereference,
  format as knownFormats,
  initialBaseURI,
  validate,
} from "@cfworker/json-schema";
import { isObject, mapSubschemas, type Schema } from "@contract-toolkit/contract";
import { keepsComparisons, usesKeyword } from "./field-rules.ts";
import { formats } from "./formats.ts";

Object.assign(knownFormats, formats);

/**
 * Whether a message is valid by its schema, judged independently of the validators that a contract is generated with. A case
 * is played only if this second validator agrees that its message is valid or invalid.
 */
export function accepts(schema: Schema, message: unknown): boolean {
  return (
    isValidByOracle(standardSchema(schema), asJson(message)) &&
    keepsComparisons(schema, message, accepts)
  );
}

/** `Record` and not `Schema`, because the type of the validator knows fewer keywords. */
function isValidByOracle(
  { $defs, ...schema }: Readonly<Record<string, unknown>>,
  message: unknown,
): boolean {
  const index: Lookup = {};
  // Without references the validator need not index the schema first.
  if (refers(schema)) {
    Object.setPrototypeOf(index, definitionsIndex(isObject($defs) ? $defs : {}));
    dereference(schema, index);
  }
  return validate(message, schema, "2020-12", index).valid;
}

type Lookup = ReturnType<typeof dereference>;

const refers = usesKeyword("$ref");

/** Where references lead. Thousands of messages are judged by small schemas with the same definitions. */
const knownIndexes = new WeakMap<object, Lookup>();

function definitionsIndex($defs: object): Lookup {
  const known = knownIndexes.get($defs);
  if (known) return known;
  const { [initialBaseURI.href]: _, ...index } = dereference({ $defs });
  knownIndexes.set($defs, index);
  return index;
}

/** Every message is judged twice: by the schema with a rule and without it. */
const knownMessages = new WeakMap<object, unknown>();

/** The message as JSON carries it, for example without undefined fields. */
function asJson(message: unknown): unknown {
  const isKept = typeof message === "object" && message !== null;
  const known = isKept ? knownMessages.get(message) : undefined;
  if (known !== undefined) return known;
  const json = JSON.parse(JSON.stringify(message)) as unknown;
  if (isKept) knownMessages.set(message, json);
  return json;
}

/** Thousands of schemas differ in one rule and share their other parts. */
const knownSchemas = new WeakMap<Schema, Schema>();

function standardSchema(schema: Schema): Schema {
  const known = knownSchemas.get(schema) ?? replaceOpenApiFormats(schema);
  knownSchemas.set(schema, known);
  return known;
}

const knownDefinitions = new WeakMap<object, Schema["$defs"] & object>();

function standardDefinitions($defs: Schema["$defs"] & object): Schema["$defs"] & object {
  const known = knownDefinitions.get($defs) ?? mapSubschemas({ $defs }, standardSchema).$defs ?? {};
  knownDefinitions.set($defs, known);
  return known;
}

/** Integers are limited to those that a JSON number can hold exactly (RFC 7493, section 2.2). */
const exact: Schema = { minimum: 1 - 2 ** 53, maximum: 2 ** 53 - 1 };

/** Formats of OpenAPI. Base64 is that of RFC 4648 with its padding. */
const openApiFormats: Readonly<Record<string, Schema>> = {
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

/** Replaces formats of OpenAPI by keywords that every validator knows. */
function replaceOpenApiFormats({ $defs, ...schema }: Schema): Schema {
  const { format, ...own } = mapSubschemas(schema, standardSchema);
  const others = $defs ? { ...own, $defs: standardDefinitions($defs) } : own;
  const isInteger = [schema.type].flat().includes("integer");
  const rule = openApiFormats[String(format)] ?? (isInteger ? exact : format && { format });
  return rule ? { ...others, allOf: [...(others.allOf ?? []), rule] } : others;
}
