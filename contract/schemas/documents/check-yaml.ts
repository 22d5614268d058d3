import { isAlias, isCollection, isNode, isPair, isScalar, type Node } from "yaml";
import type { UsageError } from "../usage-error.ts";

/** Creates the error for a violation at an offset in the text. */
export type Refuse = (offset: number, what: string) => UsageError;

/** Deeper than any document that people write, and safe for recursive programs. */
export const mostLevels = 200;

export const tooDeep = `nests more than ${mostLevels} levels deep; move inner parts to components and refer to them.`;

/** The size of a value with its aliases expanded. */
interface Extent {
  readonly nodes: number;
  readonly levels: number;
}

/** How many nodes the aliases of a document may add. */
const nodesByAliases = 50_000;

/**
 * Refuses YAML whose aliases or nesting cost more than its size suggests, before aliases are expanded.
 *
 * @param length length of the text, which is more than its number of nodes
 */
export function checkYaml(contents: unknown, length: number, refuse: Refuse): void {
  const anchors = new Map<string, Node>();
  const extents = new Map<Node, Extent>();

  const together = (parts: readonly unknown[], level: number): Extent =>
    parts
      .map((part) => extentOf(part, level))
      .reduce(
        (left, right) => ({
          nodes: left.nodes + right.nodes,
          levels: Math.max(left.levels, right.levels),
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
