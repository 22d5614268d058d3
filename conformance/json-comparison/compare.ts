import { isContainer, isObject, pointerStep } from "@contract-toolkit/contract";

/** A place where the found value differs from the expected one. `pointer` starts at the message: `/body/size`. */
export interface Difference {
  readonly pointer: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Compares two JSON values exactly, except at `ignored` pointers. */
export function compareJson(
  expected: unknown,
  found: unknown,
  ignored: ReadonlySet<string> = new Set(),
  pointer = "",
): Difference[] {
  if (ignored.has(pointer)) return [];
  if (Array.isArray(expected) && Array.isArray(found)) {
    const length = Math.max(expected.length, found.length);
    return Array.from({ length }).flatMap((_, index) =>
      compareJson(expected[index], found[index], ignored, `${pointer}/${index}`),
    );
  }
  if (isObject(expected) && isObject(found)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
    return [...names].flatMap((name) =>
      compareJson(expected[name], found[name], ignored, `${pointer}/${pointerStep(name)}`),
    );
  }
  return Object.is(expected, found) ? [] : [{ pointer, expected, found }];
}

/** A copy of `found` in which the items of each list are in the order of the equal items in `expected`. */
export function sortedLike(
  expected: unknown,
  found: unknown,
  ignored: ReadonlySet<string> = new Set(),
  pointer = "",
): unknown {
  if (Array.isArray(expected) && Array.isArray(found)) {
    const left: unknown[] = [...(found as unknown[])];
    const equals = expected.map((expectedValue: unknown, index) => {
      const at = left.findIndex(
        (foundValue) =>
          compareJson(expectedValue, foundValue, ignored, `${pointer}/${index}`).length === 0,
      );
      return at < 0 ? [] : left.splice(at, 1);
    });
    return [...equals.flatMap((equal) => (equal.length > 0 ? equal : left.splice(0, 1))), ...left];
  }
  if (!isObject(expected) || !isContainer(found) || Array.isArray(found)) return found;
  return Object.fromEntries(
    Object.entries(found).map(([name, field]) => [
      name,
      sortedLike(expected[name], field, ignored, `${pointer}/${pointerStep(name)}`),
    ]),
  );
}
