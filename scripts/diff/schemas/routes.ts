import type { PairGraph, PairNode, Step } from "./schema-change.ts";

/** A way from a pair of schemas to a pair of subschemas. */
export interface Route {
  readonly steps: readonly Step[];
  /** Whether the steps lead into a `not`, so that less allowed inside is more allowed outside. */
  readonly isInverted: boolean;
}

/** Finds the shortest routes from a pair to one target, the shortest first. */
export type RoutesFrom = (from: PairNode, most: number) => Route[];

/**
 * Returns a function that makes searches for routes to a target. The distances to a target are found once, backwards, so the
 * cost grows with the graph and not with the number of paths through it.
 */
export function createRouteSearch({ nodes }: PairGraph): (target: PairNode) => RoutesFrom {
  const size = 2 * (1 + nodes.reduce((most, { index }) => Math.max(most, index), 0));
  const sources = new Map<PairNode, { readonly from: PairNode; readonly isNot: boolean }[]>(
    nodes.map((node) => [node, []]),
  );
  for (const from of nodes)
    for (const { step, to } of from.edges)
      sources.get(to)?.push({ from, isNot: step.kind === "not" });

  return (target) => {
    // A node counts twice: with an even and with an odd number of `not` on the way.
    const distances = new Int32Array(size).fill(-1);
    distances[pairKey(target, false)] = 0;
    const queue = [{ node: target, isInverted: false, distance: 0 }];
    // The loop also visits what it adds.
    for (const { node, isInverted, distance } of queue)
      for (const { from, isNot } of sources.get(node) ?? []) {
        const next = { node: from, isInverted: isInverted !== isNot, distance: distance + 1 };
        const key = pairKey(next.node, next.isInverted);
        if (distances[key] !== -1) continue;
        distances[key] = next.distance;
        queue.push(next);
      }
    return (from, most) =>
      [false, true].flatMap((isInverted) =>
        stepsTo(target, distances, { node: from, isInverted }, most).map((steps) => ({
          steps,
          isInverted,
        })),
      );
  };
}

interface State {
  readonly node: PairNode;
  readonly isInverted: boolean;
}

interface Beginning extends State {
  readonly steps: readonly Step[];
  readonly visited: readonly PairNode[];
  /** The length of the shortest route that begins so. */
  readonly length: number;
}

/** Extends the latest beginning that promises the shortest route. No route visits a pair twice. */
function stepsTo(target: PairNode, distances: Int32Array, start: State, most: number) {
  const found: (readonly Step[])[] = [];
  const distance = distances[pairKey(start.node, start.isInverted)] ?? -1;
  if (distance < 0) return found;
  const open: Beginning[] = [{ ...start, steps: [], visited: [start.node], length: distance }];
  for (let left = (distance + mostTried) * most; left > 0 && found.length < most; left -= 1) {
    const best = open.reduce<Beginning | undefined>(
      (least, beginning) => (least && least.length < beginning.length ? least : beginning),
      undefined,
    );
    if (!best) break;
    open.splice(open.indexOf(best), 1);
    const { node, isInverted, steps, visited, length } = best;
    if (node === target && !isInverted) {
      found.push(steps);
      continue;
    }
    for (const { step, to } of node.edges) {
      const next = { node: to, isInverted: isInverted !== (step.kind === "not") };
      const rest = distances[pairKey(to, next.isInverted)] ?? -1;
      if (rest < 0 || visited.includes(to)) continue;
      const total = steps.length + 1 + rest;
      // One route needs no alternatives.
      if (most === 1 && total > length) continue;
      open.push({ ...next, steps: [...steps, step], visited: [...visited, to], length: total });
      if (most === 1) break;
    }
  }
  return found;
}

/** Beginnings for each route, beside those of the shortest one. */
const mostTried = 50;

function pairKey({ index }: PairNode, isInverted: boolean): number {
  return index * 2 + Number(isInverted);
}
