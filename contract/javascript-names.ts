/**
 * The members of every object. A look-up by one of these names in an object without such a field finds a function, so
 * programs must look for own fields, or be given another name.
 */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Whether every object has a member of this name. */
export function isInherited(name: string): boolean {
  return inheritedNames.includes(name);
}

/**
 * Names of methods that JavaScript itself calls: `await` calls `then`, and `JSON.stringify` calls `toJSON`. Objects whose
 * methods are named by a contract must not have them.
 */
export const calledNames: readonly string[] = ["then", "toJSON"];

/** Keys of the messages that belong to no operation. */
export const reservedIds: readonly string[] = ["refusal", "contentSchema"];

/** A method of an object that was not asked for would be called, or an inherited one be taken for a handler. */
export const unusableOperationIds: ReadonlySet<string> = new Set([
  ...reservedIds,
  ...calledNames,
  ...inheritedNames,
]);
