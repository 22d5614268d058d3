import type { Schema } from "@contract-toolkit/contract";
import { makeChange } from "../kinds.ts";
import { areDisjointSchemas } from "./disjoint.ts";
import type { Union } from "./flat-schema.ts";
import { branchName } from "./pair-branches.ts";
import { onOneSide, type SchemaChange, type SchemaComparison } from "./schema-change.ts";

type Joint = readonly [Schema, Schema];

/**
 * Compares what two unions refuse because it fits several alternatives of a `oneOf`. What the alternatives allow is compared
 * elsewhere, as if each union were an `anyOf`.
 *
 * @param pairs alternatives of both sides that belong together
 */
export function overlapChanges(
  old: Union,
  now: Union,
  pairs: readonly Joint[],
  comparison: SchemaComparison,
): SchemaChange[] {
  const [after, before] = [
    new Map(pairs),
    new Map(pairs.map(([schema, otherSchema]) => [otherSchema, schema])),
  ];
  const lost = overlapsOf(old, now, after, "old", comparison);
  const gained = overlapsOf(now, old, before, "new", comparison);
  const areUnions = old.branches.length > 1 && now.branches.length > 1;
  const [removed, added] =
    areUnions && old.keyword !== now.keyword
      ? (["union-became-inclusive", "union-became-exclusive"] as const)
      : (["union-overlap-removed", "union-overlap-added"] as const);
  return [
    ...overlapChange(lost, removed, "old", comparison),
    ...overlapChange(gained, added, "new", comparison),
  ];
}

/** The pairs of alternatives of one side whose common values the other side may allow. */
function overlapsOf(
  union: Union,
  otherUnion: Union,
  counterparts: ReadonlyMap<Schema, Schema>,
  side: "old" | "new",
  comparison: SchemaComparison,
): Joint[] {
  const { keyword, branches } = union;
  if (keyword !== "oneOf") return [];
  const own = comparison[side];
  const others = comparison[side === "old" ? "new" : "old"];
  const counterpartOf = (branch: Schema) =>
    otherUnion.keyword === "oneOf" ? counterparts.get(branch) : undefined;
  const bothSides = (schema: Schema, two: Schema): Joint =>
    side === "old" ? [schema, two] : [two, schema];
  const lessening = side === "old" ? "narrower" : "wider";
  const isSame = (branch: Schema) => {
    const counterpart = counterpartOf(branch);
    return counterpart !== undefined && !comparison.hasChange(...bothSides(branch, counterpart));
  };
  const changed = branches.filter((branch) => !isSame(branch));
  const unchanged = new Set(branches.filter((branch) => !changed.includes(branch)));
  return changed
    .flatMap((schema, index) =>
      [...unchanged, ...changed.slice(index + 1)].map((two): Joint => [schema, two]),
    )
    .filter(([schema, two]) => !areDisjointSchemas([schema, own], [two, own]))
    .filter((joint) => {
      const [schema, two] = joint.map(counterpartOf);
      if (schema && two)
        return comparison.hasChange(...bothSides(own.both(joint), others.both([schema, two])), {
          among: ["incomparable", lessening],
        });
      return otherUnion.branches.some(
        (branch) => !areDisjointSchemas([branch, others], [own.both(joint), own]),
      );
    });
}

function overlapChange(
  joints: readonly Joint[],
  rule:
    | "union-overlap-added"
    | "union-overlap-removed"
    | "union-became-exclusive"
    | "union-became-inclusive",
  side: "old" | "new",
  { [side]: flattener }: SchemaComparison,
): SchemaChange[] {
  const [first] = joints;
  if (!first) return [];
  const { both, flat } = flattener;
  const held: Schema = joints.length === 1 ? both(first) : { anyOf: joints.map(both) };
  return [
    {
      ...makeChange(rule, ...first.map((branch) => branchName(branch, flattener))),
      ...onOneSide(side, [held], held, flat(first[0]).notes.position),
    },
  ];
}
