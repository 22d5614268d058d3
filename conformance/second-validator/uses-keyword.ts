import { mapSubschemas, type Schema } from "@contract-toolkit/kernel";

/**
 * Whether a schema, or one inside of it, has one of the keywords. Thousands of schemas share most of their parts: each part is
 * looked through once.
 */
export function usesKeyword(...keywords: string[]): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>();
  return function isUsedIn(schema: Schema): boolean {
    const found = known.get(schema);
    if (found !== undefined) return found;
    let isUsed = keywords.some((keyword) => schema[keyword] !== undefined);
    mapSubschemas(schema, (each) => {
      isUsed ||= isUsedIn(each);
      return each;
    });
    known.set(schema, isUsed);
    return isUsed;
  };
}
