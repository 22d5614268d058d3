import type { Schema } from "@contract-toolkit/kernel";

/**
 * Has the items of a list judged only where it is no longer than allowed. A hostile list has tens of thousands of items;
 * that it is too long says enough, and to find fault with each of them takes as long as all the rest.
 */
export function judgeLengthFirst(schema: Schema): Schema {
  const { maxItems, items, uniqueItems, ...rest } = schema;
  if (maxItems === undefined || items === undefined) return schema;
  // Whether items repeat is judged by their type, so that the two stand together.
  const then = { items, ...(uniqueItems !== undefined && { uniqueItems }) };
  return { ...rest, maxItems, if: { maxItems }, then };
}
