import type { Schema } from "../json-schema/json-schema.ts";

/**
 * A rule between fields of one object, or between parameters of one part of a request. Every part of the toolkit reads the
 * list of rules in `index.ts`.
 */
export interface FieldRule<Name extends string = string> {
  /** Name of the decorator, and of the rule in lists of constraints. */
  readonly name: Name;
  /** OpenAPI extension of the field that has the decorator. */
  readonly extension: `x-${string}`;
  /** Type of the extension's value. */
  readonly type: "a text" | "a list of texts" | "an object with property and values";
  /** Makes the extension's value from the decorator's arguments. */
  readonly valueOf: (...args: string[]) => unknown;
  /** Reads the extension of a field; undefined if the field does not have the rule. */
  readonly read: (value: unknown, field: string) => Statement | undefined;
  readonly example: Example;
}

/** What a rule says about one field. */
export interface Statement {
  /** The other fields that the rule names. */
  readonly siblings: readonly string[];
  /** The fields that are wrong or missing when the rule is broken. */
  readonly judged: readonly string[];
  /** Keywords of the object that has the fields. */
  readonly keywords: Schema;
  /** The rule in Markdown, for the reference. */
  readonly text: string;
}

/** An example of the rule. `scripts/generate/integration/field-rules.test.ts` tests every part of the toolkit with it. */
export interface Example {
  /** The fields of a TypeSpec model. */
  readonly fields: string;
  readonly valid: readonly Readonly<Record<string, unknown>>[];
  readonly invalid: readonly Readonly<Record<string, unknown>>[];
  /** Place and reason of the violation in each invalid object. */
  readonly violation: string;
}

/** The extension of a decorator: `x-at-most` of `@atMost`. */
export function extensionOf(name: string): `x-${string}` {
  return `x-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
