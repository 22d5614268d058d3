import { isObject, pointerNames } from "@contract-toolkit/kernel";
import { CannotCompareError } from "../cannot-compare-error.ts";

/** An object of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>;

/** An object, or an empty one where there is none. */
export function nodeOf(value: unknown): Node {
  return isObject(value) ? value : {};
}

/** The members of an object that are objects. */
export function nodesOf(value: unknown): [string, Node][] {
  return Object.entries(nodeOf(value)).filter((entry): entry is [string, Node] =>
    isObject(entry[1]),
  );
}

/** The objects of a list. */
export function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text, if it is one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * What a reference within a document leads to.
 *
 * @throws {CannotCompareError} when it leads out of the document
 */
export function referred(document: Node, ref: string): unknown {
  if (!ref.startsWith("#"))
    throw new CannotCompareError(
      `the reference ${ref} leads to another file; bundle the document into one file first.`,
    );
  return pointerNames(decodeURIComponent(ref.slice(1))).reduce<unknown>(
    (inside, name) =>
      Array.isArray(inside) ? (inside[Number(name)] as unknown) : nodeOf(inside)[name],
    document,
  );
}

/** An object, or the one that its reference leads to. */
export function dereferenced(document: Node, node: Node): Node {
  let found = node;
  for (let left = 10; typeof found["$ref"] === "string" && left > 0; left -= 1)
    found = nodeOf(referred(document, found["$ref"]));
  return found;
}
