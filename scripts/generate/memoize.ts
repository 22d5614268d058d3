import { createHash } from "node:crypto";

/** The services of a specification, with both kinds of validators of each; more are made again. */
const mostRemembered = 32;

/**
 * A function that remembers its last results: between two saves of a specification little changes.
 *
 * @param textOf all that a result depends on
 */
export function remembering<Input, Result>(
  textOf: (input: Input) => string,
  make: (input: Input) => Result,
): (input: Input) => Result {
  const known = new Map<string, Result>();
  return (input) => {
    const key = createHash("sha256").update(textOf(input)).digest("base64");
    const result = known.get(key) ?? make(input);
    // What was used last stands last.
    known.delete(key);
    known.set(key, result);
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return result;
  };
}

/** A function that makes its result once for each key, and forgets it with the key. */
export function oncePer<Key extends object, Result>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const { result } = known.get(key) ?? { result: make(key) };
    known.set(key, { result });
    return result;
  };
}
