/** Types of the contract package that the declarations of operations use. */
export const contractTypes = [
  "ByteBody",
  "EventStream",
  "FormBody",
  "FormFile",
  "Sendable",
  "StatusResponse",
  "StatusesOf",
  "WithFiles",
];

/** Names that no generated type may have, because the generated modules use them. */
export const usedNames: ReadonlySet<string> = new Set([
  ...contractTypes,
  ...["components", "Context", "Handler", "Handlers", "Operation", "Operations", "Request"],
  ...["Exclude", "Extract", "NonNullable", "Pick", "Record", "Required"],
]);

/**
 * The name of an operation's types: `findItems` → `FindItems`, `find-items.v2` → `FindItemsV2`, `pick` → `Pick_`.
 *
 * @param id an operation id of letters, digits, and `_`, `-` and `.`
 */
export function typeNameOf(id: string): string {
  const name = id
    .split(/[^A-Za-z0-9_$]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  return usedNames.has(name) ? `${name}_` : name;
}

/** A name as a key of an object type, in quotes if it is not an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
