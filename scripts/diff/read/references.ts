import { valueAt, type Schema } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { strayEnd } from "@contract-toolkit/schemas/documents/references";
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
 * What a reference leads to.
 *
 * @throws {CannotCompareError} when it refers to another file, to an anchor, to itself or to nothing
 */
export function referredValue(document: Node, ref: string): unknown {
  const end = strayEnd(ref, document);
  if (end === undefined) return valueAt(document, ref.slice(1));
  throw new CannotCompareError(`the reference ${ref} leads to ${end}.`);
}
