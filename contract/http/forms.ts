import type { FormField } from "../operation.ts";
import type { Violation } from "../validators.ts";
import { isObject, ownValue } from "../json.ts";
import { pointerStep } from "../pointer.ts";
import { coerceAsWritten } from "./coerce.ts";

/**
 * Reads the fields of a form as their documented types; a field that may be repeated becomes a list. An undocumented field
 * stays a text. So does a value that cannot be coerced, for the validator to refuse. The violations are those of the encoding.
 *
 * @param texts by name, as they follow each other; undefined if not UTF-8
 */
export function readForm(
  fields: Readonly<Record<string, FormField>>,
  texts: ReadonlyMap<string, readonly (string | undefined)[]>,
) {
  // Without a prototype, so that names in a request cannot reach one.
  const value = Object.create(null) as Record<string, unknown>;
  const violations: Violation[] = [];
  for (const [name, given] of texts) {
    const field = ownValue(fields, name);
    const values = given.map((text) => readField(field, text ?? ""));
    const pointer = `/body/${pointerStep(name)}`;
    if (given.includes(undefined))
      violations.push({ pointer, reason: "must be UTF-8, percent-encoded" });
    else if (field && !field.list && given.length > 1)
      violations.push({ pointer, reason: "must be given once" });
    value[name] = field?.list || given.length > 1 ? values : values[0];
  }
  return { value, violations };
}

/** Reads the value of a field. */
export function readField(field: FormField | undefined, text: string): unknown {
  const type = field?.type ?? "string";
  return type === "json" || type === "file" ? text : coerceAsWritten(type, text);
}

/**
 * Lists the names and texts of a form's fields, to send them.
 *
 * @example
 * formEntries({ name: "a", tags: ["b", "c"], size: 2 }); // [["name", "a"], ["tags", "b"], ["tags", "c"], ["size", "2"]]
 */
export function formEntries(form: unknown): [name: string, text: string][] {
  if (!isObject(form)) throw new TypeError("A form must be an object.");
  return Object.entries(form).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((value) => value !== undefined && value !== null)
      .map((item): [string, string] => [
        name,
        typeof item === "string" ? item : JSON.stringify(item),
      ]),
  );
}
