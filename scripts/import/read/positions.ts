import { LineCounter, parseDocument, type Document } from "yaml";

/**
 * The positions of places in a document's text, as `:line:column`. JSON is YAML, too. For a place that is not in the
 * text, or is reached by an alias, it is the position of the nearest enclosing one.
 */
export function positionsIn(text: string): (path: readonly string[]) => string {
  const lineCounter = new LineCounter();
  let parsed: Document | undefined;
  return (path) => {
    parsed ??= parseDocument(text, { lineCounter, merge: true });
    for (let length = path.length; length > 0; length -= 1) {
      const found = parsed.getIn(path.slice(0, length), true);
      const range = typeof found === "object" && found !== null && "range" in found && found.range;
      if (!Array.isArray(range)) continue;
      const { line, col } = lineCounter.linePos(Number(range[0]));
      return `:${line}:${col}`;
    }
    return "";
  };
}
