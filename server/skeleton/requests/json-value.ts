import { isContainer } from "@contract-toolkit/kernel/messages";

/** What is against a value that another has parsed. */
export type AgainstValue = "too-deep" | "too-large" | "no-json";

/**
 * Checks what can still be checked of JSON when its bytes are gone. One pass over the value, which ends at the first
 * thing that is wrong.
 *
 * @param maxLevels an object or list in none is one level deep
 * @param maxBytes of the shortest JSON that the value can have been read from
 */
export function checkJsonValue(
  root: unknown,
  maxLevels: number,
  maxBytes: number,
): AgainstValue | undefined {
  let bytes = 0;
  const check = (value: unknown, levels: number): AgainstValue | undefined => {
    bytes += leastBytesOf(value);
    if (bytes > maxBytes) return "too-large";
    if (!isContainer(value)) return isScalar(value) ? undefined : "no-json";
    if (levels === 0) return "too-deep";
    if (Array.isArray(value)) return firstAgainst(value, (item) => check(item, levels - 1));
    if (!isPlain(value)) return "no-json";
    return firstAgainst(Object.keys(value), (name) => {
      bytes += leastBytesOf(name) + 1;
      return check(value[name], levels - 1);
    });
  };
  return check(root, maxLevels);
}

function firstAgainst<Item>(
  items: readonly Item[],
  check: (item: Item) => AgainstValue | undefined,
): AgainstValue | undefined {
  for (const item of items) {
    const found = check(item);
    if (found) return found;
  }
  return undefined;
}

/** Of what is in a list or object, whatever its separators: a text in quotes, a number of one digit, two brackets. */
function leastBytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  return typeof value === "number" ? 1 : isContainer(value) ? 2 : 4;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
