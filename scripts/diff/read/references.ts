import { valueAt, type Schema } from "@contract-toolkit/kernel";
import { nodeOf, type Node } from "../../documents/nodes.ts";
import { CannotCompareError } from "../cannot-compare-error.ts";

/** Reads the parts of one document. */
export interface DocumentReader {
  readonly document: Node;
  readonly schema: (value: unknown) => Schema;
  readonly resolve: (ref: string) => Schema | undefined;
  readonly node: (value: unknown) => Node;
  /** How a message is enforced, where that is known: `request addItem`. */
  readonly message: (name: string) => Schema | undefined;
}

/**
 * What a reference within a document leads to.
 *
 * @throws {CannotCompareError} when it leads out of the document, or to nothing
 */
export function referred(document: Node, ref: string): unknown {
  if (!ref.startsWith("#"))
    throw new CannotCompareError(
      `the reference ${ref} leads to another file; bundle the document into one file first.`,
    );
  const found = valueAt(document, decoded(ref));
  if (found === undefined) throw new CannotCompareError(`the reference ${ref} leads to nothing.`);
  return found;
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    throw new CannotCompareError(`the reference ${ref} has a % that encodes no character.`);
  }
}

/**
 * An object, or the one that its reference leads to.
 *
 * @throws {CannotCompareError} when it leads to itself
 */
export function dereferenced(document: Node, node: Node): Node {
  const refs = new Set<string>();
  let found = node;
  while (typeof found["$ref"] === "string") {
    const ref = found["$ref"];
    if (refs.has(ref)) throw new CannotCompareError(`the reference ${ref} leads to itself.`);
    refs.add(ref);
    found = nodeOf(referred(document, ref));
  }
  return found;
}
