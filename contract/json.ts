/**
 * Whether a value is an object in JSON's sense: not null, and not a list.
 *
 * @example
 * isObject({ a: 1 }); // true
 * isObject([1]); // false
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/**
 * Whether a value is an object or a list.
 *
 * @example
 * isContainer([1]); // true
 * isContainer(null); // false
 */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
