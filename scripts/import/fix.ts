import { takeOut, type Node } from "../documents/nodes.ts";

/** Something of an OpenAPI document that was changed, because what it is converted to would not compile. */
export interface Fix {
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly what: string;
}

/** Changes one part, to which keys lead, and says how; nothing where it is as it should be. */
export type Rule = (part: Node, document: Node, keys: readonly string[]) => string | undefined;

/**
 * A rule that removes keywords from a part.
 *
 * @param keywordsOf those that the part may not have
 * @param says what to tell, by their names
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
