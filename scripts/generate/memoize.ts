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
