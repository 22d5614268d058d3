import type { FormField } from "../operation.ts";
import type { Fault } from "../validators.ts";
import { isObject } from "../json.ts";
import { pointerStep } from "../pointer.ts";
import { coerceAsWritten } from "./coerce.ts";

/**
 * Reads the fields of a form as their documented types, a field that may have several values as a list. What is not
 * documented stays a text. A value that cannot be coerced stays one too, for a validator to refuse. The faults are of how
 * the values were written.
 *
 * @param texts by name, in the order they came; undefined for one that is not UTF-8
 */
export function readForm(
  fields: Readonly<Record<string, FormField>>,
  texts: ReadonlyMap<string, readonly (string | undefined)[]>,
) {
  // Without a prototype, no name that a client sends can reach one.
  const value = Object.create(null) as Record<string, unknown>;
  const faults: Fault[] = [];
  for (const [name, given] of texts) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const values = given.map((text) => readField(field, text ?? ""));
    const pointer = `/body/${pointerStep(name)}`;
    if (given.includes(undefined))
      faults.push({ pointer, reason: "must be UTF-8, percent-encoded" });
    else if (field && !field.list && given.length > 1)
      faults.push({ pointer, reason: "must be given once" });
    value[name] = field?.list || given.length > 1 ? values : values[0];
  }
  return { value, faults };
}

/** The value that the text of a field stands for. */
export function readField(field: FormField | undefined, text: string): unknown {
  const type = field?.type ?? "string";
  return type === "json" || type === "file" ? text : coerceAsWritten(type, text);
}

/**
 * The names and texts of a form's fields, as a client sends them.
 *
 * @example
 * formEntries({ name: "a", tags: ["b", "c"], size: 2 }); // [["name", "a"], ["tags", "b"], ["tags", "c"], ["size", "2"]]
 */
export function formEntries(form: unknown): [name: string, text: string][] {
  if (!isObject(form)) throw new TypeError("A form has to be an object.");
  return Object.entries(form).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== null)
      .map((each): [string, string] => [
        name,
        typeof each === "string" ? each : JSON.stringify(each),
      ]),
  );
}
