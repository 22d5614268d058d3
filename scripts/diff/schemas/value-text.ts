/** Tells values apart. */
export function textOf(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
