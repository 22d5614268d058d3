import { createHash } from "node:crypto";

/**
 * Chooses `count` of some named things; the same seed chooses the same ones, and what is added or removed elsewhere
 * changes nothing about the others.
 */
export function choose<Named extends { readonly id: string }>(
  all: readonly Named[],
  count: number,
  seed: string,
): Named[] {
  const rank = ({ id }: Named) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const chosen = new Set(
    all
      .map((each) => ({ each, rank: rank(each) }))
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, count)
      .map(({ each }) => each),
  );
  return all.filter((each) => chosen.has(each));
}
