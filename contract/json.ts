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

/**
 * The value of an object under a name. Every object inherits some members, which are not values of it.
 *
 * @example
 * ownValue({ a: 1 }, "a"); // 1
 * ownValue({}, "constructor"); // undefined
 */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Parses JSON. Any other text is undefined, which no JSON is. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
