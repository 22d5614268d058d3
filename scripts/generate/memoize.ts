import { createHash } from "node:crypto";

/** Enough for the services of a specification with both kinds of validators. */
const mostRemembered = 32;

/**
 * Caches the last results of a function. `contract dev` generates after every save, and most inputs stay the same.
 *
 * @param textOf returns a text of everything that the result depends on
 */
export function memoized<Input, Result>(
  textOf: (input: Input) => string,
  make: (input: Input) => Result,
): (input: Input) => Result {
  const known = new Map<string, Result>();
  return (input) => {
    const key = createHash("sha256").update(textOf(input)).digest("base64");
    const result = known.get(key) ?? make(input);
    // A map iterates from the entry that was added first, so the oldest one is first.
    known.delete(key);
    known.set(key, result);
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return result;
  };
}

/** Caches one result per key, as long as the key exists. */
export function oncePer<Key extends object, Rest extends unknown[], Result>(
  make: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key, ...rest) => {
    const { result } = known.get(key) ?? { result: make(key, ...rest) };
    known.set(key, { result });
    return result;
  };
}
