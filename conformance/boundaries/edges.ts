import { isSchema, type Schema } from "contract-kernel";
import { instanceOf } from "./schema/instance.ts";
import { unionOf, type Rule } from "./rules.ts";
import { recursive } from "./schema/schema.ts";

/** One edge of a rule: what to put at its place. The first proposal that does what is meant is taken. */
export interface Edge {
  readonly edge: "inside" | "outside";
  /** Tells several of one rule apart; empty where there is one. */
  readonly name: string;
  /** One more of a kind: that it can't be made is no gap. */
  readonly isExtra?: true;
  readonly proposals: readonly Proposal[];
}

/** `keep` leaves the place as it is, `remove` takes it away. */
export type Proposal = "keep" | "remove" | { readonly value: unknown };

/** The edges of a rule, for a message whose place holds `value`, and `limit` the field that it is held against. */
export function edgesOf(rule: Rule, value: unknown, limit?: unknown): Edge[] {
  const { keyword, schema } = rule;
  switch (keyword) {
    case "required":
    case "requires":
    case "requiredWhen":
      return [inside("", "keep"), outside("", "remove")];
    case "optional":
      return [inside("", "remove")];
    case "atMost":
      return siblingEdges(schema, limit);
    case "additional":
      return additionalEdges(schema, value);
    case "nullable":
      return isNullable(schema) ? [inside("", { value: null })] : [outside("", { value: null })];
    case "type":
      return typeEdges(rule, value);
    case "characters":
      return [extra(inside("", { value: manyCharacters }))];
    case "anyOf":
      return unionEdges(schema, value);
    case "enum":
    case "const":
      return enumEdges(schema);
    case "format":
      return [inside("", "keep"), outside("", ...wrongFormats(schema)), ...unopenable(schema)];
    case "pattern":
      return [inside("", "keep"), outside("", ...wrongPatterns(value))];
    case "minLength":
    case "maxLength":
      return lengthEdges(keyword, Number(schema[keyword]), value);
    case "minItems":
    case "maxItems":
      return itemEdges(keyword, Number(schema[keyword]), schema, value);
    case "uniqueItems":
      return [inside("", "keep"), outside("", { value: twice(value) })];
    default:
      return numberEdges(keyword, Number(schema[keyword]), schema);
  }
}

function inside(name: string, ...proposals: Proposal[]): Edge {
  return { edge: "inside", name, proposals };
}

function outside(name: string, ...proposals: Proposal[]): Edge {
  return { edge: "outside", name, proposals };
}

function extra(edge: Edge): Edge {
  return { ...edge, isExtra: true };
}

/** A field that no contract documents. */
export const undocumented = "undocumentedField";

function additionalEdges(schema: Schema, value: unknown): Edge[] {
  const rest = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  const field = isSchema(rest) ? instanceOf(rest) : "undocumented";
  const proposal = {
    value: { ...(isSchema(value) ? value : {}), [undocumented]: field },
  };
  return rest === false ? [outside("", proposal)] : [inside("", proposal)];
}

function isNullable(schema: Schema): boolean {
  const types = [schema["type"]].flat();
  return (
    types.includes("null") || (unionOf(schema)?.branches ?? []).some(({ type }) => type === "null")
  );
}

/** The first that is of another type is taken; a fraction and a list are each nearest to one type. */
const otherTypes: readonly unknown[] = [0.5, [], 1, "text"];

/** What has to be encoded in a URL, in JSON, or in more than one byte. */
const manyCharacters = 'ä /?&=+%25"\\漢';

function typeEdges({ schema, asText }: Rule, value: unknown): Edge[] {
  const types = [schema["type"] ?? "object"].flat();
  if (asText)
    return [
      inside("", "keep"),
      outside("", { value: "text" }),
      ...(types.includes("integer") ? [extra(outside("fraction", { value: "0.5" }))] : []),
    ];
  const others = otherTypes.filter((other) => !isOfType(other, types));
  return [
    inside("", "keep"),
    outside("", ...others.map((other) => ({ value: other }))),
    ...(typeof value === "number"
      ? [extra(outside("number as text", { value: String(value) }))]
      : []),
  ];
}

function isOfType(value: unknown, types: readonly unknown[]): boolean {
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "object") return types.includes("object");
  if (typeof value === "number")
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  return types.includes(typeof value);
}

function unionEdges(schema: Schema, value: unknown): Edge[] {
  const { branches = [] } = unionOf(schema) ?? {};
  return [
    ...branches
      .filter((each) => each["type"] !== "null" && !each[recursive])
      .map((branch, index) =>
        inside(`branch ${index + 1}`, {
          value: instanceOf(branch, value),
        }),
      ),
    outside("", { value: true }, { value: [[true]] }, { value: {} }),
  ];
}

function enumEdges(schema: Schema): Edge[] {
  const allowed: unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]];
  return [
    ...allowed.map((each) => inside(String(each), { value: each })),
    outside("another value", { value: "undocumented" }, { value: 987654 }),
    ...allowed.flatMap((each) =>
      typeof each === "string"
        ? [
            extra(outside(`${each} in other case`, { value: otherCase(each) })),
            extra(outside(`${each} and a letter`, { value: `${each}x` })),
          ]
        : [],
    ),
  ];
}

function otherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** Spellings that are nearly right, by format. */
const nearly: Readonly<Record<string, readonly unknown[]>> = {
  "date-time": ["2026-02-30T08:00:00Z", "2026-13-01T08:00:00+07:00"],
  date: ["2026-02-30"],
  time: ["24:00:00Z"],
  uri: ["https://example.org/%zz", "https://example.org/a b", "example.org"],
  uuid: ["0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4fg"],
  email: ["a@"],
  byte: ["YWJ", "*"],
  int32: [2 ** 31],
  int64: [2 ** 63],
};

function wrongFormats({ format }: Schema): Proposal[] {
  return [...(nearly[String(format)] ?? []), "no such format"].map((value) => ({
    value,
  }));
}

/** What RFC 3986 lets stand in a URI and nobody can call. */
function unopenable({ format }: Schema): Edge[] {
  if (format !== "uri") return [];
  return ["https://example.org:65536/", "https://192.0.2.256/", "https://exa%20mple.org/"].map(
    (value) => extra(outside(value, { value })),
  );
}

function wrongPatterns(value: unknown): Proposal[] {
  const text = typeof value === "string" ? value : "";
  return [
    `${text}~`,
    `~${text}`,
    text.replace(/^\w+:/, "other:"),
    "javascript:alert(1)",
    text.replace(/(Z|[+-]\d\d:\d\d)$/, "+01:00"),
    text.slice(0, -1),
    text.replace(/\d(?=\D*$)/, "x"),
    text.replace(/.$/, "~"),
    text.toUpperCase(),
    text.toLowerCase(),
    "~",
    "",
  ].map((each) => ({ value: each }));
}

function lengthEdges(keyword: "minLength" | "maxLength", bound: number, value: unknown): Edge[] {
  const beyond = keyword === "minLength" ? bound - 1 : bound + 1;
  const sample = typeof value === "string" ? value : "";
  return [
    inside("", ...ofLength(sample, bound)),
    // Lengths count characters, of which some take two units of UTF-16.
    extra(inside("wide characters", { value: "\u{1F642}".repeat(bound) })),
    ...(beyond < 0 ? [] : [outside("", ...ofLength(sample, beyond))]),
  ];
}

/** A text cut, or drawn out in a way that its format may bear. */
function ofLength(sample: string, length: number): Proposal[] {
  const last = sample.at(-1) ?? "x";
  const pad = (by: string) => sample.slice(0, length).padEnd(length, by);
  const middle = Math.floor(sample.length / 2);
  const missing = Math.max(0, length - sample.length);
  return [
    pad(last),
    pad("x"),
    pad("0"),
    `${sample.slice(0, middle)}${"x".repeat(missing)}${sample.slice(middle)}`,
    `${sample}/`.padEnd(length, "x"),
    "x".repeat(length),
  ].map((value) => ({ value }));
}

function itemEdges(
  keyword: "minItems" | "maxItems",
  bound: number,
  schema: Schema,
  value: unknown,
): Edge[] {
  const beyond = keyword === "minItems" ? bound - 1 : bound + 1;
  const items: unknown[] = Array.isArray(value) ? value : [];
  const item = items[0] ?? (isSchema(schema["items"]) ? instanceOf(schema["items"]) : 1);
  const several = (length: number) => ({
    value: Array.from({ length }, (_, index) => items[index] ?? item),
  });
  return [inside("", several(bound)), ...(beyond < 0 ? [] : [outside("", several(beyond))])];
}

function twice(value: unknown): unknown[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return [...items, items[0]];
}

/** As much as the other field, and just more. */
function siblingEdges(schema: Schema, limit: unknown): Edge[] {
  if (typeof limit !== "number") return [inside(""), outside("")];
  return [
    inside("", { value: limit }),
    outside("", { value: limit + stepOf(schema) }, { value: limit + 1 }),
  ];
}

function stepOf({ type }: Schema): number {
  return type === "integer" ? 1 : 0.01;
}

function numberEdges(keyword: string, bound: number, schema: Schema): Edge[] {
  const step = stepOf(schema);
  switch (keyword) {
    case "minimum":
      return [inside("", { value: bound }), outside("", { value: bound - step })];
    case "maximum":
      return [inside("", { value: bound }), outside("", { value: bound + step })];
    case "exclusiveMinimum":
      return [inside("", { value: bound + step }), outside("", { value: bound })];
    case "exclusiveMaximum":
      return [inside("", { value: bound - step }), outside("", { value: bound })];
    default:
      return [inside("", { value: bound }), outside("", { value: bound + bound / 2 })];
  }
}
