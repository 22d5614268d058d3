/** Returns a function that gives each object its own number. */
export function createObjectIds(): (object: object) => number {
  const ids = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const id = ids.get(object) ?? (last += 1);
    ids.set(object, id);
    return id;
  };
}
