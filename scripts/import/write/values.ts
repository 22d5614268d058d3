/** Values of a schema, in the form that its TypeSpec type asks for. */
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { integerRange, isObject } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import {
  isObjectSchema,
  plainSchema,
  recordOnly,
  referredSchema,
  listedValues,
  wholeObject,
  type PlainSchema,
} from "../plain-schema.ts";
import { keepsLimits } from "../fixes/constraints.ts";
import { textTypes, writeScalarType } from "./scalars.ts";
import { objectText, typeSpecString, referenceName, valueText } from "./texts.ts";

/**
 * Writes a value of a schema.
 *
 * @param name that of the schema, if it is named
 * @returns undefined if it is not a value of the schema, or TypeSpec cannot write it exactly
 */
export function typedValue(
  plain: PlainSchema,
  value: unknown,
  document: Node,
  name?: string,
): string | undefined {
  const { schema, isNullable } = plain;
  if (value === null)
    return isNullable || schema["type"] === "null" || isAny(schema) ? "null" : undefined;
  if (typeof schema["$ref"] === "string") {
    const referred = plainSchema(referredSchema(schema, document), document);
    const isScalar = !referred.isNullable && !("$ref" in referred.schema);
    return typedValue(
      referred,
      value,
      document,
      isScalar ? referenceName(schema["$ref"]) : undefined,
    );
  }
  const values = listedValues(schema);
  if (values) {
    const found = values.find(
      (member) => member === value || String(member) === JSON.stringify(value),
    );
    return found === undefined ? undefined : valueText(found);
  }
  const key = unionKey(schema);
  const variants = key
    ? nodesIn(schema[key])
    : Array.isArray(schema["type"])
      ? itemsOrEmpty(schema["type"]).map((type) => ({ ...schema, type }))
      : undefined;
  if (variants) {
    const fitting = variants.flatMap((variant) => {
      const found = plainSchema(variant, document);
      const text = typedValue(found, value, document);
      return text === undefined ? [] : { text, scalar: scalarName(found.schema, document) };
    });
    if (fitting.filter(({ scalar }) => scalar !== undefined).length < 2) return fitting[0]?.text;
    // TypeSpec cannot tell which of two scalars a number or text is.
    const named = fitting.find(({ scalar = "" }) => scalar !== "");
    return named && `${String(named.scalar)}(${named.text})`;
  }
  if (schema["type"] === "array" || "items" in schema) return listValue(schema, value, document);
  if (isObjectSchema(schema) || plain.bases.length > 0) return objectValue(plain, value, document);
  return scalarValue(schema, value, name);
}

function listValue(schema: Node, value: unknown, document: Node): string | undefined {
  if (!Array.isArray(value) || !keepsLimits(schema, value)) return undefined;
  const plain = plainSchema(schema["items"], document);
  const texts = value.map((value) => typedValue(plain, value, document));
  return texts.every((text) => text !== undefined) ? `#[${texts.join(", ")}]` : undefined;
}

function objectValue(plain: PlainSchema, value: unknown, document: Node): string | undefined {
  if (!isObject(value) || !keepsLimits(plain.schema, value)) return undefined;
  const { properties, required, additionalProperties } = wholeObject(plain);
  const others = recordOnly(plain) ?? additionalProperties;
  const known = nodeOrEmpty(properties);
  if (itemsOrEmpty(required).some((name) => !(String(name) in value))) return undefined;
  const members = Object.entries(value).map(([name, value]) => {
    const schema = name in known ? known[name] : others;
    const isKnown = name in known || (schema !== undefined && schema !== false);
    return [
      name,
      isKnown ? typedValue(plainSchema(schema, document), value, document) : undefined,
    ] as const;
  });
  const written = members.flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  return written.length === members.length ? objectText(written) : undefined;
}

/** The name of a scalar of numbers or texts, which is empty if it has none; undefined for other types. */
function scalarName(schema: Node, document: Node): string | undefined {
  const { $ref } = schema;
  const { type, format, ...own } = referredSchema(schema, document);
  const isOther = textTypes.has(format) || listedValues(own) !== undefined;
  if (isOther || !["integer", "number", "string"].includes(String(type))) return undefined;
  if (typeof $ref === "string") return referenceName($ref);
  const { variants, decorators } = writeScalarType(schema);
  return decorators.length === 0 ? variants[0] : "";
}

/** @param name the named scalar, whose values are of that scalar */
function scalarValue(schema: Node, value: unknown, name?: string): string | undefined {
  const { type, format } = schema;
  if (isAny(schema)) return valueText(value);
  if (type === "integer" || type === "number") {
    const isExact =
      typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!isExact || (type === "integer" && !Number.isInteger(value))) return undefined;
    const { from, to } = integerRange(format);
    const isInRange = type === "number" || (value >= from && value <= to);
    return isInRange && keepsLimits(schema, value) ? String(value) : undefined;
  }
  if (type === "boolean") return typeof value === "boolean" ? String(value) : undefined;
  if (typeof value !== "string" || !keepsLimits(schema, value)) return undefined;
  const otherTextType = textTypes.get(format);
  if (otherTextType === undefined) return typeSpecString(value);
  return timeForms.get(otherTextType)?.test(value) === true
    ? `${name ?? otherTextType}.fromISO(${typeSpecString(value)})`
    : undefined;
}

/** The forms of which the compiler makes a value. Bytes have none. */
const timeForms: ReadonlyMap<string, RegExp> = new Map([
  ["utcDateTime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ["plainDate", /^\d{4}-\d\d-\d\d$/],
  ["plainTime", /^\d\d:\d\d:\d\d(\.\d+)?$/],
  ["duration", /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?([\d.]+S)?)?$/],
]);

function isAny(schema: Node): boolean {
  return (
    schema["type"] === undefined &&
    unionKey(schema) === undefined &&
    listedValues(schema) === undefined &&
    !isObjectSchema(schema) &&
    !("items" in schema)
  );
}
