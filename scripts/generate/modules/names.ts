/**
 * The name of an operation's types: `findItems` → `FindItems`, `find-items.v2` → `FindItemsV2`.
 *
 * @param id an operation id of letters, digits, and `_`, `-` and `.`
 */
export function typeNameOf(id: string): string {
  return id
    .split(/[^A-Za-z0-9_$]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** A name as a key of an object type, in quotes if it is not an identifier. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** `PetStore` → `pet-store` */
export function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
