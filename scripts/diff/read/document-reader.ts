import { type Schema } from "@contract-toolkit/kernel";
import { type Node } from "./nodes.ts";

/** Reads the parts of one document. */
export interface DocumentReader {
  readonly document: Node;
  readonly schema: (value: unknown) => Schema;
  readonly resolve: (ref: string) => Schema | undefined;
  readonly node: (value: unknown) => Node;
}
