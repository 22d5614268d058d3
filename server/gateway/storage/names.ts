/** The name of a table or a column in SQL. */
export const columnOf = remember((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** The name of a column in `tables.ts`. */
export const propertyOf = remember((name) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);

/** The names of tables and columns are few. */
function remember(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const converted = known.get(name) ?? convert(name);
    known.set(name, converted);
    return converted;
  };
}
