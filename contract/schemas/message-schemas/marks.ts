/** Keyword with the paths in `messages.json` that a place of a resolved schema comes from, the nearest first. */
export const origins = "x-origins";

/** Marks a place where a recursive schema is cut off. */
export const recursiveMark = "x-recursive";

/** Marks a body that is not JSON. */
export const textMark = "x-text";

/** Marks a body that is a form. Its fields are texts, except those that are marked as JSON. */
export const formMark = "x-form";

/** Marks a field of a form that is JSON. */
export const jsonMark = "x-json";

/** Marks a body that is a stream of events. Only its items have rules, because the stream may never end. */
export const eventsMark = "x-events";

/** The names in a list of an untrusted document; empty for any other value. */
export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((value) => typeof value === "string") : [];
}
