/** Access to the parts of an untrusted document, where any value may have any type. */
import { isObject } from "@contract-toolkit/contract";

/** An object of a document. */
export type Node = Record<string, unknown>;

/** Whether schemas mean what they mean in OpenAPI 3.0. Later versions use JSON Schema. */
export function isOpenApi30({ openapi }: { readonly openapi?: unknown }): boolean {
  return /^3\.0\b/.test(String(openapi));
}

/**
 * A value that is a document of OpenAPI 3.
 *
 * @param errorOf is thrown if it is none
 */
export function asOpenApi(
  value: unknown,
  errorOf: (fault: string) => Error,
  file = "openapi.json",
): Node {
  if (isObject(value) && /^3\.[0-2]\b/.test(String(value["openapi"]))) return value;
  const isSwagger = isObject(value) && value["swagger"] !== undefined;
  throw errorOf(
    isSwagger
      ? `is a document of Swagger 2, not of OpenAPI 3. Convert it first: npx swagger2openapi --patch ${file} --outfile openapi-3.json`
      : "is not an OpenAPI document of version 3.0, 3.1 or 3.2.",
  );
}

/** The value if it is an object, otherwise an empty object. */
export function nodeOrEmpty(value: unknown): Node {
  return isObject(value) ? value : {};
}

/** The members of an object that are objects. */
export function nodesOf(value: unknown): [string, Node][] {
  return Object.entries(nodeOrEmpty(value)).filter((entry): entry is [string, Node] =>
    isObject(entry[1]),
  );
}

/** The items if the value is a list, otherwise none. */
export function itemsOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function nodesIn(value: unknown): Node[] {
  return itemsOrEmpty(value).filter(isObject);
}

/** The value if it is a string. */
export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Removes members from an object. */
export function takeOut(node: Node, ...keys: readonly string[]): void {
  for (const key of keys) Reflect.deleteProperty(node, key);
}

/** A name that is not in a list, or nowhere in a text. */
export function findFreeName(name: string, taken: Pick<string[] | string, "includes">): string {
  return taken.includes(name) ? findFreeName(`${name}_`, taken) : name;
}
