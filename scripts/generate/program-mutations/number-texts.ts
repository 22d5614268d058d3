import {
  getEncode,
  getMaxValueAsNumeric,
  getMaxValueExclusiveAsNumeric,
  getMinValueAsNumeric,
  getMinValueExclusiveAsNumeric,
  isNullType,
  navigateProgram,
  serializeValueAsJson,
  type ModelProperty,
  type Numeric,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { isSchema, type Schema } from "@contract-toolkit/contract";
import { isA, noteOfCopies } from "@contract-toolkit/typespec/program";
import { patternReason } from "./pattern-reasons.ts";

/**
 * Gives each number or boolean that is written as a string (`@encode(string)`) a pattern, which carries its type and its
 * bounds. The emitter writes only a string, and the bounds beside it, where they mean nothing.
 */
export function markNumberTexts(program: Program): void {
  for (const [type, text] of numberTexts(program))
    if (typeof text === "object")
      noteOfCopies<ModelProperty | Scalar>(type, (item) => {
        setExtension(program, item, textPattern, text.pattern);
        setExtension(program, item, patternReason, `must be ${text.words}, written as a string`);
      });
  navigateProgram(program, {
    modelProperty: (property) => {
      const exact = exactDefault(program, property);
      if (exact === undefined) return;
      noteOfCopies(property, (copy) => {
        setExtension(program, copy, textDefault, exact);
      });
    },
  });
}

/** A default of which the emitter makes a number, or an object without the fields of the union's variant. */
function exactDefault(program: Program, property: ModelProperty): unknown {
  const { defaultValue: value, type } = property;
  if (value?.valueKind === "NumericValue" && isWrittenAsText(program, property))
    return value.value.toString();
  if (value?.valueKind !== "ObjectValue" || type.kind !== "Union") return undefined;
  return [...type.variants.values()]
    .map((variant) => serializeValueAsJson(program, value, variant.type) as object)
    .find((written) => Object.keys(written).length === value.properties.size);
}

/** Whether a number or boolean is written as a string, by its own encoding or by that of its scalar. */
export function isWrittenAsText(program: Program, type: ModelProperty | Scalar): boolean {
  const written = type.kind === "Scalar" ? type : removeNullType(type.type);
  const scalars = written?.kind === "Scalar" ? scalarWithBases(written) : [];
  return [type, ...scalars].some((scalar) => isAsString(program, scalar));
}

/** Extension that carries a default exactly, of which the emitter makes another. */
const textDefault = "x-text-default";

/** Extension that carries the pattern of a number through the OpenAPI emitter. */
const textPattern = "x-text-pattern";

/** Moves what a parameter says of its text into its schema. The emitter writes the extensions of a parameter beside it. */
export function withTextInSchema(parameter: Part): Part {
  const { [textPattern]: pattern, [textDefault]: value, schema, ...others } = parameter;
  if ((pattern ?? value) === undefined || !isSchema(schema)) return parameter;
  return {
    ...others,
    schema: {
      ...schema,
      ...(pattern !== undefined && { [textPattern]: pattern }),
      ...(value !== undefined && { [textDefault]: value }),
    },
  };
}

type Part = Readonly<Record<string, unknown>>;

/** Replaces the schema of a number that is written as a string by that of its text, and keeps null where it is allowed. */
export function correctText(schema: Schema): void {
  const { [textDefault]: value } = schema;
  if (value !== undefined) schema.default = value;
  Reflect.deleteProperty(schema, textDefault);
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
    const written = type.kind === "Scalar" ? type : removeNullType(type.type);
    const scalars = written?.kind === "Scalar" ? scalarWithBases(written) : [];
    const all = [...new Set([type, ...scalars])];
    if (!all.some((item) => isAsString(program, item))) return;
    const limits = all.flatMap((item) => scalarLimits(program, item));
    // A reference to the scalar says everything.
    const isReference = type.kind === "ModelProperty" && type.type === written;
    const isOwn = isAsString(program, type) || scalarLimits(program, type).length > 0;
    if (isReference && !isOwn) return;
    const [scalar] = scalars;
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

function scalarWithBases(scalar: Scalar): Scalar[] {
  return [scalar, ...(scalar.baseScalar ? scalarWithBases(scalar.baseScalar) : [])];
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
  const known = limitsOfType(scalarWithBases(scalar).map(({ name }) => name));
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

/** An integer, or Infinity. */
type Bound = bigint | number;

/** The pattern of the integers between two bounds, both included, without leading zeros. */
export function integerPattern(from: Bound, to: Bound): string {
  const negatives = naturals(-to, -from);
  const all = [
    ...(negatives.length > 0 ? [`-(?:${negatives.join("|")})`] : []),
    ...(from <= 0 && to >= 0 ? ["0"] : []),
    ...naturals(from, to),
  ];
  // No text matches the empty class.
  return all.length > 0 ? `^(?:${all.join("|")})$` : "[]";
}

/** The alternatives for the positive integers between two bounds, by their number of digits. */
function naturals(from: Bound, to: Bound): string[] {
  const first = typeof from === "bigint" && from > 1n ? from : 1n;
  if (to < first) return [];
  const least = String(first);
  const most = typeof to === "bigint" ? String(to) : "";
  if (least.length === most.length) return [between(least, most)];
  const lowest = isPower(least) ? [] : [between(least, "9".repeat(least.length))];
  const whole = least.length - (isPower(least) ? 1 : 0);
  const longest = most === "" ? "" : String(most.length - 2);
  const middle =
    longest !== "" && Number(longest) < whole ? [] : [`[1-9][0-9]{${whole},${longest}}`];
  const highest = most === "" ? [] : [between(`1${"0".repeat(most.length - 1)}`, most)];
  return [...lowest, ...middle, ...highest];
}

function isPower(digits: string): boolean {
  return /^10*$/.test(digits);
}

/** The pattern of the texts of digits between two of the same length. */
function between(low: string, high: string): string {
  const [first = "", last = ""] = [low[0], high[0]];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  const { length } = lowRest;
  if (low === high) return low;
  if (/^0*$/.test(low) && /^9*$/.test(high)) return anyDigits(length + 1);
  if (first === last) return `${first}${between(lowRest, highRest)}`;
  const isFromStart = /^0*$/.test(lowRest);
  const isToEnd = /^9*$/.test(highRest);
  const from = Number(first) + (isFromStart ? 0 : 1);
  const to = Number(last) - (isToEnd ? 0 : 1);
  const digit = from === to ? String(from) : `[${from}-${to}]`;
  const parts = [
    ...(isFromStart ? [] : [`${first}${between(lowRest, "9".repeat(length))}`]),
    ...(from <= to ? [`${digit}${anyDigits(length)}`] : []),
    ...(isToEnd ? [] : [`${last}${between("0".repeat(length), highRest)}`]),
  ];
  return parts.length === 1 ? parts.join("") : `(?:${parts.join("|")})`;
}

function anyDigits(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "[0-9]" : `[0-9]{${count}}`;
}
