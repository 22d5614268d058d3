/** The parts of a document that somebody else wrote: nothing is sure to be what it should be. */
import { isObject } from "@contract-toolkit/kernel";

/** An object of a document. */
export type Node = Record<string, unknown>;

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

/** The items of a list; none where it is no list. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function nodesIn(value: unknown): Node[] {
  return itemsOf(value).filter(isObject);
}

/** A text, if it is one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Takes members out of an object. */
export function takeOut(node: Node, ...keys: readonly string[]): void {
  for (const key of keys) Reflect.deleteProperty(node, key);
}
