/**
 * Whether a value is an object and no list, as JSON means it.
 *
 * @example
 * isObject({ a: 1 }); // true
 * isObject([1]); // false
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/**
 * Whether a value holds others by name or by index: an object or a list.
 *
 * @example
 * isContainer([1]); // true
 * isContainer(null); // false
 */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
