import { valueAt, type Schema } from "@contract-toolkit/contract";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { CannotCompareError } from "../cannot-compare-error.ts";

/** Reads parts of one OpenAPI document. */
export interface DocumentReader {
  readonly document: Node;
  readonly schema: (value: unknown) => Schema;
  readonly resolve: (ref: string) => Schema | undefined;
  readonly node: (value: unknown) => Node;
  /** The enforced schema of a message such as `request addItem`, if it is known. */
  readonly message: (name: string) => Schema | undefined;
}

/**
 * Resolves a reference within a document.
 *
 * @throws {CannotCompareError} when it refers to another file, to an anchor, or to nothing
 */
export function findReferredNode(document: Node, ref: string): unknown {
  if (!ref.startsWith("#"))
    throw new CannotCompareError(
      `the reference ${ref} leads to another file; bundle the document into one file first.`,
    );
  if (/^#[^/]/.test(ref))
    throw new CannotCompareError(`the reference ${ref} leads to an anchor; refer by #/… instead.`);
  const found = valueAt(document, ref.slice(1));
  if (found === undefined) throw new CannotCompareError(`the reference ${ref} leads to nothing.`);
  return found;
}

/**
 * Resolves an object that may be a reference.
 *
 * @throws {CannotCompareError} when the reference refers to itself
 */
export function dereferenced(document: Node, node: Node): Node {
  const refs = new Set<string>();
  let found = node;
  while (typeof found["$ref"] === "string") {
    const ref = found["$ref"];
    if (refs.has(ref)) throw new CannotCompareError(`the reference ${ref} leads to itself.`);
    refs.add(ref);
    found = nodeOrEmpty(findReferredNode(document, ref));
  }
  return found;
}
