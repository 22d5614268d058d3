import { isSchema, schemaProperties, type Schema } from "@contract-toolkit/contract";
import {
  allowsType,
  typeOfValue,
  readTypeNames,
  unionOf,
} from "@contract-toolkit/contract/schema-algebra";
import { type Comparison, isCompared } from "@contract-toolkit/contract/field-rules";
import { twice, withItems } from "./items.ts";
import { inOtherCase } from "./other-case.ts";
import { valuesOfFormat } from "../../message-generator/format-values.ts";
import { instanceOf } from "../../message-generator/value.ts";
import type { Rule } from "../rule.ts";
import { recursiveMark } from "../../message-schemas/marks.ts";

/** Whether a boundary value is the last one that a constraint accepts, or the first one that it refuses. */
export type Boundary = "valid" | "invalid";

/** A value at the boundary of a rule. The first suitable proposal is put at the place of the rule. */
export interface BoundaryValue {
  readonly boundary: Boundary;
  /** Distinguishes several values of one rule; else empty. */
  readonly name: string;
  /** If an extra value cannot be made, no exclusion is listed. */
  readonly isExtra?: true;
  readonly proposals: readonly Proposal[];
}

/** `keep` leaves the place unchanged, `remove` removes it. */
export type Proposal = "keep" | "remove" | { readonly value: unknown };

/**
 * The boundary values of a rule.
 *
 * @param value at the place of the rule
 * @param sibling the value that it is compared with
 */
export function boundaryValuesOf(rule: Rule, value: unknown, sibling?: unknown): BoundaryValue[] {
  const { keyword, schema } = rule;
  if (rule.sibling) return comparedBoundaries(rule.sibling.rule, schema, sibling);
  switch (keyword) {
    case "required":
    case "requires":
    case "requiredWhen":
      return [valid("", "keep"), invalid("", "remove")];
    case "optional":
      return [valid("", "remove")];
    case "additional":
      return additionalBoundaries(schema, value);
    case "nullable":
      return allowsNull(schema) ? [valid("", { value: null })] : [invalid("", { value: null })];
    case "type":
      return typeBoundaries(rule, value);
    case "characters":
      return [extra(valid("", { value: manyCharacters }))];
    case "anyOf":
      return unionBoundaries(rule, value);
    case "enum":
    case "const":
      return enumBoundaries(schema);
    case "format":
      return formatBoundaries(schema);
    case "pattern":
      return [valid("", "keep"), invalid("", ...wrongPatterns(value))];
    case "minLength":
    case "maxLength": {
      const sample = typeof value === "string" ? value : "";
      // Lengths count characters, of which some take two units of UTF-16.
      const wide = (length: number) =>
        extra(valid("wide characters", { value: "\u{1F642}".repeat(length) }));
      return countBoundaries(rule, MOST_LETTERS, (length) => ofLength(sample, length), wide);
    }
    case "minItems":
    case "maxItems":
      return countBoundaries(rule, MOST_ITEMS, (count) => [
        proposeValue(withItems(count, schema, value)),
      ]);
    case "minProperties":
    case "maxProperties":
      return countBoundaries(rule, MOST_ITEMS, (count) => [
        proposeValue(setFieldCount(count, schema, value)),
      ]);
    case "uniqueItems":
      return [valid("", "keep"), invalid("", { value: twice(value) })];
    default:
      return numberBoundaries(keyword, Number(schema[keyword]), schema);
  }
}

/** Larger values are not made, because no service accepts a body of such a size. */
const MOST_LETTERS = 10_000_000;
const MOST_ITEMS = 100_000;

function valid(name: string, ...proposals: Proposal[]): BoundaryValue {
  return { boundary: "valid", name, proposals };
}

function invalid(name: string, ...proposals: Proposal[]): BoundaryValue {
  return { boundary: "invalid", name, proposals };
}

function proposeValue(value: unknown): Proposal {
  return { value };
}

function extra(value: BoundaryValue): BoundaryValue {
  return { ...value, isExtra: true };
}

export const undocumented = "undocumentedField";

function additionalBoundaries(schema: Schema, value: unknown): BoundaryValue[] {
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  const field = isSchema(rest) ? instanceOf(rest) : "undocumented";
  const proposal = {
    value: { ...(isSchema(value) ? value : {}), [undocumented]: field },
  };
  return rest === false ? [invalid("", proposal)] : [valid("", proposal)];
}

function allowsNull(schema: Schema): boolean {
  const types = [schema.type].flat();
  return (
    types.includes("null") || (unionOf(schema)?.branches ?? []).some(({ type }) => type === "null")
  );
}

/** The first value of another type is used. 0.5 is close to an integer, and [] is close to an object. */
const otherTypes: readonly unknown[] = [0.5, [], 1, "text"];

/** Characters that need an escape in a URL or in JSON, or more than one byte. */
const manyCharacters = 'ä /?&=+%25"\\漢';

function typeBoundaries({ schema, asText }: Rule, value: unknown): BoundaryValue[] {
  const types = readTypeNames(schema.type ?? "object");
  // A fraction beside the value is within its bounds.
  const fractions = typeof value === "number" ? [value + 0.5, value - 0.5] : [];
  if (asText)
    return [
      valid("", "keep"),
      invalid("", { value: "text" }),
      ...(types.has("integer")
        ? [
            extra(
              invalid(
                "fraction",
                ...[...fractions, 0.5].map((fraction) => ({ value: String(fraction) })),
              ),
            ),
          ]
        : []),
    ];
  const others = [...fractions, ...otherTypes].filter(
    (otherType) => !allowsType(types, typeOfValue(otherType)),
  );
  return [
    valid("", "keep"),
    invalid("", ...others.map((value) => ({ value }))),
    ...(typeof value === "number"
      ? [extra(invalid("number as text", { value: String(value) }))]
      : []),
  ];
}

function unionBoundaries({ schema, asText }: Rule, value: unknown): BoundaryValue[] {
  const { branches = [] } = unionOf(schema) ?? {};
  return [
    ...branches
      .filter((branch) => branch.type !== "null" && !branch[recursiveMark])
      .map((branch, index) =>
        valid(`branch ${index + 1}`, {
          value: instanceOf(branch, value),
        }),
      ),
    // On the wire, true is a text, too.
    invalid("", ...(asText ? ["text", "~", "x"] : [true, [[true]], {}]).map(proposeValue)),
  ];
}

function enumBoundaries(schema: Schema): BoundaryValue[] {
  const allowed: unknown[] = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  return [
    ...allowed.map((listed) => valid(String(listed), { value: listed })),
    invalid(
      "another value",
      ...["undocumented", 987654, ...nearlyOneOf(allowed)].map(proposeValue),
    ),
    ...allowed.flatMap((listed) =>
      typeof listed === "string"
        ? [
            extra(invalid(`${listed} in other case`, { value: inOtherCase(listed) })),
            extra(invalid(`${listed} and a letter`, { value: `${listed}x` })),
          ]
        : [],
    ),
  ];
}

/** Values that are easily mistaken for an allowed one. */
function nearlyOneOf(allowed: readonly unknown[]): unknown[] {
  return [
    ...allowed.flatMap((listed) => [String(listed), `${String(listed)} `, [listed]]),
    allowed.join(", "),
  ];
}

function formatBoundaries(schema: Schema): BoundaryValue[] {
  const { right, wrong } = valuesOfFormat(schema.format);
  return [
    valid("", "keep", ...right.map(proposeValue)),
    invalid("", ...[...wrong, "no such format"].map(proposeValue)),
  ];
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
    " ",
    "",
    `${text}\n`,
    `${text} `,
    ` ${text}`,
    `0${text}`,
  ].map(proposeValue);
}

function countBoundaries(
  { keyword, schema }: Rule,
  most: number,
  ofCount: (count: number) => Proposal[],
  further?: (count: number) => BoundaryValue,
): BoundaryValue[] {
  const bound = Number(schema[keyword]);
  if (bound > most) return [valid(""), invalid("")];
  const beyond = keyword.startsWith("min") ? bound - 1 : bound + 1;
  return [
    valid("", ...ofCount(bound)),
    ...(further ? [further(bound)] : []),
    ...(beyond < 0 ? [] : [invalid("", ...ofCount(beyond))]),
  ];
}

/** Texts of a length, made from the sample so that they may keep their format. */
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
  ].map(proposeValue);
}

function setFieldCount(count: number, schema: Schema, value: unknown): object {
  const fields = new Map(Object.entries(isSchema(value) ? value : {}));
  for (const [name, value] of schemaProperties(schema))
    if (!fields.has(name)) fields.set(name, instanceOf(value));
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  for (let more = 1; more <= count && rest !== false; more += 1)
    fields.set(`${undocumented}${more}`, isSchema(rest) ? instanceOf(rest) : "undocumented");
  const isRequired = (name: string) => schema.required?.includes(name) === true;
  const ordered = [...fields].sort(([a], [b]) => Number(isRequired(b)) - Number(isRequired(a)));
  return Object.fromEntries(ordered.slice(0, count));
}

function comparedBoundaries(by: Comparison, schema: Schema, sibling: unknown): BoundaryValue[] {
  if (!isCompared(by, sibling)) return [valid(""), invalid("")];
  const values = by.boundaries(sibling, stepOf(schema));
  return [
    valid("", ...(values.valid?.map(proposeValue) ?? ["keep" as const])),
    invalid("", ...values.invalid.map(proposeValue)),
  ];
}

function stepOf({ type }: Schema): number {
  return type === "integer" ? 1 : 0.01;
}

function numberBoundaries(keyword: string, bound: number, schema: Schema): BoundaryValue[] {
  const step = stepOf(schema);
  const [allowed, forbidden] = {
    minimum: [bound, bound - step],
    maximum: [bound, bound + step],
    exclusiveMinimum: [bound + step, bound],
    exclusiveMaximum: [bound - step, bound],
  }[keyword] ?? [bound, bound + bound / 2];
  return [valid("", proposeValue(allowed)), invalid("", proposeValue(forbidden))];
}
