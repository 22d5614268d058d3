import { extensionOf, type Example, type FieldRule } from "./field-rule.ts";
import type { Schema } from "../json-schema/json-schema.ts";

/**
 * A rule that compares the value of a field with that of one beside it. JSON Schema has no word for it: the rule's name is
 * a keyword of the object, `{ atMost: { from: "to" } }`. A missing value, or one of another type, is not compared.
 */
export interface Comparison<Name extends string = string> extends FieldRule<Name> {
  /** What the field is, before the name of the sibling: `at most`. */
  readonly is: string;
  /** The reason of a fault, before the name of the sibling: `must not be more than`. */
  readonly must: string;
  readonly types: readonly ("number" | "string")[];
  readonly isBroken: (own: Comparable, sibling: Comparable) => boolean;
  /** The same in JavaScript, for validators that are compiled. */
  readonly brokenCode: BrokenCode;
  /**
   * Values of the field at the boundary of the rule, if the sibling has a value; `valid` by default: the field's own. A case is
   * made of the first that keeps all other rules; of those that break nothing, none is made.
   */
  readonly boundaries: (
    sibling: Comparable,
    step: number,
  ) => { readonly valid?: readonly Comparable[]; readonly invalid: readonly Comparable[] };
  /**
   * A value for the other of two fields, so that the rule holds after one of them changed.
   *
   * @param before what the changed field had
   */
  readonly adjusted: (changed: unknown, before: unknown) => unknown;
  /** What the sibling's value says of the field's, as far as JSON Schema has words for it. */
  readonly hint?: (sibling: Comparable) => Schema;
}

export type Comparable = number | string;

/** Writes JavaScript; `own` and `sibling` are expressions. */
export type BrokenCode = <Code>(
  js: (texts: TemplateStringsArray, ...expressions: Code[]) => Code,
  own: Code,
  sibling: Code,
) => Code;

/** Makes a comparison: its decorator has one argument, the name of the sibling. */
export function comparison<Name extends string>(
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

/** Whether a field and its sibling have values that break a rule. */
export function breaks(rule: Comparison, own: unknown, sibling: unknown): boolean {
  return isCompared(rule, own) && isCompared(rule, sibling) && rule.isBroken(own, sibling);
}

/** Whether a value is of a type that the rule compares. */
export function isCompared({ types }: Comparison, value: unknown): value is Comparable {
  return types.some((type) => typeof value === type);
}
