import { isAlias, isCollection, isNode, isPair, isScalar, type Node } from "yaml";
import type { UsageError } from "../usage-error.ts";

/** What is wrong in a text, and the offset where. */
export type Refuse = (offset: number, what: string) => UsageError;

/** Deeper than any document that people write, and less than what programs that go through it can take. */
export const mostLevels = 200;

export const tooDeep = `nests more than ${mostLevels} levels deep; move inner parts to components and refer to them.`;

/** How much there is of a value when its aliases are written out. */
interface Extent {
  readonly nodes: number;
  readonly levels: number;
}

/** A document may use aliases, but they may not make it much larger than it is written. */
const nodesByAliases = 50_000;

/**
 * Refuses what costs more than its size says, before anything is written out.
 *
 * @param length of the text, which has fewer nodes than letters
 */
export function checkYaml(contents: unknown, length: number, refuse: Refuse): void {
  const anchors = new Map<string, Node>();
  const extents = new Map<Node, Extent>();

  const together = (parts: readonly unknown[], level: number): Extent =>
    parts
      .map((part) => extentOf(part, level))
      .reduce(
        (one, other) => ({
          nodes: one.nodes + other.nodes,
          levels: Math.max(one.levels, other.levels),
        }),
        { nodes: 1, levels: 0 },
      );

  const extentOf = (node: unknown, level: number): Extent => {
    if (isPair(node)) return together([node.key, node.value], level);
    if (!isNode(node)) return { nodes: 1, levels: 0 };
    const offset = node.range?.[0] ?? 0;
    const extent = isAlias(node)
      ? extentOfAlias(node.source, offset)
      : extentOfNode(node, offset, level);
    if (level + extent.levels > mostLevels) throw refuse(offset, tooDeep);
    if (extent.nodes > length + nodesByAliases)
      throw refuse(
        offset,
        "becomes many times larger when its aliases are expanded; use $ref instead of aliases.",
      );
    return extent;
  };

  const extentOfAlias = (name: string, offset: number): Extent => {
    const target = anchors.get(name);
    if (!target) throw refuse(offset, `*${name} is an alias without an anchor.`);
    const extent = extents.get(target);
    if (!extent) throw refuse(offset, `*${name} is inside its own anchor; use $ref.`);
    return extent;
  };

  const extentOfNode = (node: Node, offset: number, level: number): Extent => {
    if (level > mostLevels) throw refuse(offset, tooDeep);
    if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined)
      anchors.set(node.anchor, node);
    if (isScalar(node) && typeof node.value === "number" && !Number.isFinite(node.value))
      throw refuse(offset, `${String(node.source)} is too large for a number.`);
    const inside = isCollection(node) ? together(node.items, level + 1) : { nodes: 1, levels: -1 };
    const extent = { nodes: inside.nodes, levels: inside.levels + 1 };
    extents.set(node, extent);
    return extent;
  };

  extentOf(contents, 0);
}
