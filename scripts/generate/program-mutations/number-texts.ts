import {
  getEncode,
  getMaxValueAsNumeric,
  getMaxValueExclusiveAsNumeric,
  getMinValueAsNumeric,
  getMinValueExclusiveAsNumeric,
  isNullType,
  navigateProgram,
  type ModelProperty,
  type Numeric,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import type { Schema } from "@contract-toolkit/contract";
import { isA, noteOfCopies, scalarLineage } from "@contract-toolkit/typespec/program";
import { type Bound, integerPattern } from "./integer-pattern.ts";
import { patternReason } from "./pattern-reasons.ts";

/**
 * Gives each number or boolean that is written as a string (`@encode(string)`) a pattern, which carries its type and its
 * bounds. The emitter writes only a string, and the bounds beside it, where they mean nothing.
 */
export function markNumberTexts(program: Program): void {
  for (const [type, text] of numberTexts(program))
    if (typeof text === "object")
      noteOfCopies<ModelProperty | Scalar>(type, (copy) => {
        setExtension(program, copy, textPattern, text.pattern);
        setExtension(program, copy, patternReason, `must be ${text.words}, written as a string`);
      });
}

/** Whether a number or boolean is written as a string, by its own encoding or by that of its scalar. */
export function isWrittenAsText(program: Program, type: ModelProperty | Scalar): boolean {
  return [type, ...scalarsIn(type)].some((encoded) => isAsString(program, encoded));
}

/** Extension that carries the pattern of a number through the OpenAPI emitter. */
export const textPattern = "x-text-pattern";

/** Replaces the schema of a number that is written as a string by that of its text, and keeps null where it is allowed. */
export function correctText(schema: Schema): void {
  const { [textPattern]: pattern, [patternReason]: reason, ...rest } = schema;
  if (typeof pattern !== "string") return;
  Reflect.deleteProperty(schema, textPattern);
  const none = rest.anyOf?.find((branch) => branch.type === "null" || branch.enum?.[0] === null);
  const { format } = rest.anyOf?.find((branch) => branch !== none) ?? rest;
  for (const keyword of [...ofNumber, patternReason]) Reflect.deleteProperty(schema, keyword);
  const text = {
    type: "string",
    ...(format !== undefined && { format }),
    pattern,
    ...(reason !== undefined && { [patternReason]: reason }),
  };
  Object.assign(schema, none ? { anyOf: [text, none] } : text);
  if (["number", "boolean"].includes(typeof rest.default))
    schema.default = JSON.stringify(rest.default);
}

const ofNumber = [
  ...["$ref", "allOf", "anyOf", "type", "format"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
];

interface Text {
  readonly pattern: string;
  /** What the text says, in words. */
  readonly words: string;
}

type Written = readonly [type: ModelProperty | Scalar, text: Text | "literal" | "bounded-fraction"];

/** The text of each number and boolean that is written as a string, or why none can be described. */
export function numberTexts(program: Program): Written[] {
  const found: Written[] = [];
  const look = (type: ModelProperty | Scalar) => {
    if (!isWrittenAsText(program, type)) return;
    const scalars = scalarsIn(type);
    const [scalar] = scalars;
    const all = [...new Set([type, ...scalars])];
    const limits = all.flatMap((limited) => scalarLimits(program, limited));
    // A reference to the scalar says everything.
    const isReference = type.kind === "ModelProperty" && type.type === scalar;
    const isOwn = isAsString(program, type) || scalarLimits(program, type).length > 0;
    if (isReference && !isOwn) return;
    found.push([type, scalar ? describeScalarText(scalar, limits) : "literal"]);
  };
  navigateProgram(program, { modelProperty: look, scalar: look });
  return found;
}

/** Whether a type has `@encode(string)`. Encodings with a name, such as `rfc7231`, are for dates and bytes. */
export function isAsString(program: Program, type: ModelProperty | Scalar): boolean {
  const encode = getEncode(program, type);
  return encode?.type.name === "string" && encode.encoding === undefined;
}

function removeNullType(type: Type): Type | undefined {
  if (type.kind !== "Union") return type;
  const [only, ...others] = [...type.variants.values()].filter(
    (variant) => !isNullType(variant.type),
  );
  return others.length === 0 ? only?.type : undefined;
}

/** The scalar of a type that is one beside null, with those that it extends. */
function scalarsIn(type: ModelProperty | Scalar): Scalar[] {
  const written = type.kind === "Scalar" ? type : removeNullType(type.type);
  return written?.kind === "Scalar" ? scalarLineage(written) : [];
}

interface Limit {
  readonly bound: "from" | "to";
  readonly value: bigint;
}

function scalarLimits(program: Program, type: Type): Limit[] {
  const limit = (bound: Limit["bound"], value: Numeric | undefined, past: bigint): Limit[] =>
    value ? [{ bound, value: (value.asBigInt() ?? 0n) + past }] : [];
  return [
    ...limit("from", getMinValueAsNumeric(program, type), 0n),
    ...limit("from", getMinValueExclusiveAsNumeric(program, type), 1n),
    ...limit("to", getMaxValueAsNumeric(program, type), 0n),
    ...limit("to", getMaxValueExclusiveAsNumeric(program, type), -1n),
  ];
}

function describeScalarText(scalar: Scalar, limits: readonly Limit[]): Written[1] {
  if (isA(scalar, "boolean")) return { pattern: "^(?:true|false)$", words: "true or false" };
  if (!isA(scalar, "integer")) return limits.length > 0 ? "bounded-fraction" : decimal;
  const known = limitsOfType(scalarLineage(scalar).map(({ name }) => name));
  const all = (bound: Limit["bound"]) =>
    [...known, ...limits].flatMap((limit) => (limit.bound === bound ? [limit.value] : []));
  const from = all("from").reduce<Bound>((left, right) => (right > left ? right : left), -Infinity);
  const to = all("to").reduce<Bound>((left, right) => (right < left ? right : left), Infinity);
  return {
    pattern: integerPattern(from, to),
    words: `an integer${from === -Infinity ? "" : ` from ${from}`}${to === Infinity ? "" : ` up to ${to}`}`,
  };
}

/** As in JSON (RFC 8259, section 6). */
const decimal: Text = {
  pattern: "^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?$",
  words: "a number",
};

/** Unlike a number of JSON, a text holds every integer of 64 bits. */
function limitsOfType(names: readonly string[]): Limit[] {
  if (names.includes("safeint"))
    return [
      { bound: "from", value: 1n - 2n ** 53n },
      { bound: "to", value: 2n ** 53n - 1n },
    ];
  const [, unsigned, bits] = names.map((name) => /^(u?)int(\d+)$/.exec(name)).find(Boolean) ?? [];
  if (bits === undefined) return [];
  const count = 2n ** BigInt(bits);
  const [from, to] = unsigned ? [0n, count - 1n] : [-count / 2n, count / 2n - 1n];
  return [
    { bound: "from", value: from },
    { bound: "to", value: to },
  ];
}
