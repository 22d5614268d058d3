import type { Schema } from "@contract-toolkit/contract";
import { makeChange } from "../kinds.ts";
import { areDisjointSchemas } from "./disjoint.ts";
import type { Alternatives } from "./alternatives.ts";
import { alternativeName } from "./pair-alternatives.ts";
import { onOneSide, type SchemaChange, type SchemaComparison } from "./schema-change.ts";

type Joint = readonly [Schema, Schema];

/**
 * Compares what two schemas refuse because it fits several alternatives of a `oneOf`. What the alternatives allow is compared
 * elsewhere, as if each union were an `anyOf`.
 *
 * @param pairs alternatives of both sides that belong together
 */
export function overlapChanges(
  old: Alternatives,
  now: Alternatives,
  pairs: readonly Joint[],
  comparison: SchemaComparison,
): SchemaChange[] {
  const [after, before] = [
    new Map(pairs),
    new Map(pairs.map(([oldSchema, newSchema]) => [newSchema, oldSchema])),
  ];
  const lost = overlapsOf(old, now, after, "old", comparison);
  const gained = overlapsOf(now, old, before, "new", comparison);
  const areUnions = old.size > 1 && now.size > 1;
  const [removed, added] =
    areUnions && hasExclusive(old) !== hasExclusive(now)
      ? (["union-became-inclusive", "union-became-exclusive"] as const)
      : (["union-overlap-removed", "union-overlap-added"] as const);
  return [
    ...overlapChange(lost, removed, "old", old, comparison),
    ...overlapChange(gained, added, "new", now, comparison),
  ];
}

function hasExclusive(alternatives: Alternatives): boolean {
  return [...alternatives.values()].flat().some(({ union }) => union.keyword === "oneOf");
}

/** Whether two alternatives take different branches of one `oneOf`, so that a value that fits both is refused. */
function areExclusive([left, right]: Joint, alternatives: Alternatives): boolean {
  const others = alternatives.get(right) ?? [];
  return (alternatives.get(left) ?? []).some(
    ({ union, branch }) =>
      union.keyword === "oneOf" &&
      others.some((other) => other.union.branches === union.branches && other.branch !== branch),
  );
}

/** The pairs of alternatives of one side whose common values the other side may allow. */
function overlapsOf(
  alternatives: Alternatives,
  otherAlternatives: Alternatives,
  counterparts: ReadonlyMap<Schema, Schema>,
  side: "old" | "new",
  comparison: SchemaComparison,
): Joint[] {
  if (!hasExclusive(alternatives)) return [];
  const own = comparison[side];
  const others = comparison[side === "old" ? "new" : "old"];
  const counterpartOf = (schema: Schema) =>
    hasExclusive(otherAlternatives) ? counterparts.get(schema) : undefined;
  const bothSides = (schema: Schema, two: Schema): Joint =>
    side === "old" ? [schema, two] : [two, schema];
  const lessening = side === "old" ? "narrower" : "wider";
  const isSame = (schema: Schema) => {
    const counterpart = counterpartOf(schema);
    return counterpart !== undefined && !comparison.hasChange(...bothSides(schema, counterpart));
  };
  const all = [...alternatives.keys()];
  const changed = all.filter((schema) => !isSame(schema));
  const unchanged = new Set(all.filter((schema) => !changed.includes(schema)));
  return changed
    .flatMap((schema, index) =>
      [...unchanged, ...changed.slice(index + 1)].map((two): Joint => [schema, two]),
    )
    .filter((joint) => areExclusive(joint, alternatives))
    .filter(([schema, two]) => !areDisjointSchemas([schema, own], [two, own]))
    .filter((joint) => {
      const [schema, two] = joint.map(counterpartOf);
      if (schema && two && areExclusive([schema, two], otherAlternatives))
        return comparison.hasChange(...bothSides(own.both(joint), others.both([schema, two])), {
          among: ["incomparable", lessening],
        });
      return [...otherAlternatives.keys()].some(
        (other) => !areDisjointSchemas([other, others], [own.both(joint), own]),
      );
    });
}

function overlapChange(
  joints: readonly Joint[],
  rule: Parameters<typeof makeChange>[0],
  side: "old" | "new",
  alternatives: Alternatives,
  { [side]: flattener }: SchemaComparison,
): SchemaChange[] {
  const [first] = joints;
  if (!first) return [];
  const { both, flat } = flattener;
  const held: Schema = joints.length === 1 ? both(first) : { anyOf: joints.map(both) };
  return [
    {
      ...makeChange(
        rule,
        ...first.map((schema) => alternativeName(schema, alternatives, flattener)),
      ),
      ...onOneSide(side, "alternative", [held], held, flat(first[0]).notes.position),
    },
  ];
}
