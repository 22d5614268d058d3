/** The first result of a function for the items of a list that is not undefined. Later items are not tried. */
export function findResult<Item, Result>(
  items: Iterable<Item>,
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
