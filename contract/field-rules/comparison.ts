import { extensionOf, type Example, type FieldRule } from "./field-rule.ts";
import type { Schema } from "../json-schema/json-schema.ts";

/**
 * A rule that compares the values of two fields. JSON Schema has no keyword for it, so the rule's name becomes a keyword of
 * the object: `{ atMost: { from: "to" } }`. A missing value, or one of another type, is not compared.
 */
export interface Comparison<Name extends string = string> extends FieldRule<Name> {
  /** The rule in words, before the name of the sibling: `at most`. */
  readonly is: string;
  /** The reason of a violation, before the name of the sibling: `must not be more than`. */
  readonly must: string;
  readonly types: readonly ("number" | "string")[];
  readonly isBroken: (own: Comparable, sibling: Comparable) => boolean;
  /** `isBroken` in JavaScript, for compiled validators. */
  readonly brokenCode: BrokenCode;
  /**
   * Values of the field at the boundary of the rule, for a value of the sibling. Default of `valid`: the field's own value. A
   * case is made of the first value that satisfies all other rules.
   *
   * @param step the least difference of two values, for numbers
   */
  readonly boundaries: (
    sibling: Comparable,
    step: number,
  ) => { readonly valid?: readonly Comparable[]; readonly invalid: readonly Comparable[] };
  /**
   * A value for the other field, so that the rule still holds after one of them changed, which may be either.
   *
   * @param before the previous value of the changed field
   * @returns undefined if there is no such value
   */
  readonly adjusted: (changed: unknown, before: unknown) => unknown;
  /** A schema of the field's values, for a value of the sibling, if JSON Schema can express it. */
  readonly hint?: (sibling: Comparable) => Schema;
}

export type Comparable = number | string;

/** Writes a JavaScript expression of the expressions `own` and `sibling`. */
export type BrokenCode = <Code>(
  js: (texts: TemplateStringsArray, ...expressions: Code[]) => Code,
  own: Code,
  sibling: Code,
) => Code;

/** Makes a comparison. Its decorator has one argument, the name of the sibling. */
export function defineComparison<Name extends string>(
  rule: Omit<Comparison<Name>, "extension" | "type" | "valueOf" | "read"> & { example: Example },
): Comparison<Name> {
  return {
    ...rule,
    extension: extensionOf(rule.name),
    type: "a text",
    valueOf: (sibling) => sibling,
    read: (sibling, field) =>
      typeof sibling === "string"
        ? {
            siblings: [sibling],
            judged: [field],
            keywords: { [rule.name]: { [field]: sibling } },
            text: `${rule.is} \`${sibling}\``,
          }
        : undefined,
  };
}

/** Whether the values of a field and its sibling break a rule. */
export function breaksComparison(rule: Comparison, own: unknown, sibling: unknown): boolean {
  return isCompared(rule, own) && isCompared(rule, sibling) && rule.isBroken(own, sibling);
}

/** Whether a value is of a type that the rule compares. */
export function isCompared({ types }: Comparison, value: unknown): value is Comparable {
  return types.some((type) => typeof value === type);
}
