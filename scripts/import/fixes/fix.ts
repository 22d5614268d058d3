import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";

/** A change of an OpenAPI document that the converted TypeSpec needs to compile. */
export interface Fix {
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly what: string;
  /** What many places have in common, if that is not the whole text. */
  readonly cause?: string;
  /** Whether something was lost that a comparison of the messages does not show. */
  readonly isLoss?: boolean;
}

/**
 * Changes a part of a document and returns what was changed, or undefined.
 *
 * @param keys path of the part
 */
export type Rule = (
  part: Node,
  document: Node,
  keys: readonly string[],
) => string | readonly string[] | undefined;

/**
 * A rule that removes keywords from a part.
 *
 * @param keywordsOf the keywords that the part may not have
 * @param says describes the change
 */
export function removing(
  keywordsOf: (part: Node, document: Node) => readonly string[],
  says: (gone: string, part: Node) => string,
): Rule {
  return (part, document) => {
    const gone = keywordsOf(part, document).filter((keyword) => keyword in part);
    if (gone.length === 0) return undefined;
    const what = says(gone.join(", "), part);
    takeOut(part, ...gone);
    return what;
  };
}
