import { isContainer, valueAt } from "@contract-toolkit/contract";

export type Known = ReadonlyMap<string, unknown>;

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g;
const onlyPlaceholder = /^\{([A-Za-z][A-Za-z0-9]*)\}$/;

export function placeholderNames(value: unknown): string[] {
  if (typeof value === "string")
    return [...value.matchAll(placeholder)].flatMap(([, found]) => found ?? []);
  if (!isContainer(value)) return [];
  return Object.values(value).flatMap(placeholderNames);
}

/**
 * Fills in `{names}` in a copy. A text that is only a name becomes the value itself. In a longer text the value is written as
 * text.
 *
 * @throws {Error} when a name is unknown
 */
export function fill(value: unknown, known: Known): unknown {
  if (typeof value === "string") {
    const [, whole] = onlyPlaceholder.exec(value) ?? [];
    return whole === undefined
      ? value.replace(placeholder, (_, text: string) => String(valueNamed(text, known)))
      : valueNamed(whole, known);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, known));
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field, known)]));
}

function valueNamed(wanted: string, known: Known): unknown {
  if (!known.has(wanted)) throw new Error(`the name {${wanted}} is unknown`);
  return known.get(wanted);
}

/** The value at a pointer. `/[]/` stands for every item of a list, and the result is a list. */
export function valuesAtPattern(value: unknown, pointer: string): unknown {
  const at = pointer.indexOf("/[]");
  if (at === -1) return valueAt(value, pointer);
  const list = valueAt(value, pointer.slice(0, at));
  return Array.isArray(list)
    ? list.map((item: unknown) => valuesAtPattern(item, pointer.slice(at + 3)))
    : undefined;
}
