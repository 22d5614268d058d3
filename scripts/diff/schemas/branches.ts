import type { Schema } from "@contract-toolkit/kernel";
import type { Found } from "../change.ts";
import { found } from "../kinds.ts";
import { conditionChanges } from "./conditions.ts";
import { valuesNaming } from "../read/to-json-schema.ts";
import type { FlatSchema, Flattener, Union } from "./flat-schema.ts";
import { overlapChanges } from "./overlaps.ts";
import { aligned, branchName, pairBranches } from "./pair-branches.ts";
import {
  onOneSide,
  type SchemaChange,
  type SchemaComparison,
  type SteppedPair,
} from "./schema-change.ts";

interface Branches {
  /** Whether the branches are everything that must be compared. */
  readonly isWhole: boolean;
  readonly found: readonly Found[];
  /** Branches of both sides that belong together. */
  readonly pairs: readonly SteppedPair[];
  /** Branches that only one side has. */
  readonly changes: readonly SchemaChange[];
}

/** Compares unions and conditions. If only one side is a union, the other side is compared as one of its branches. */
export function compareBranches(
  before: FlatSchema,
  after: FlatSchema,
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
): Branches {
  const conditions = conditionChanges(before, after, comparison);
  if (isAlternative(before, after))
    return {
      isWhole: true,
      ...unionChanges(asUnion(before, old), asUnion(after, now), comparison),
    };
  const each = aligned(before.unions, after.unions).map(([one, other]) =>
    inBoth(one, other, comparison),
  );
  return {
    isWhole: false,
    found: each.flatMap(({ found }) => found),
    pairs: [...conditions.pairs, ...each.flatMap(({ pairs }) => pairs)],
    changes: [...conditions.changes, ...each.flatMap(({ changes }) => changes)],
  };
}

type Changes = Omit<Branches, "isWhole">;

/** Whether one side is only a union, and the other side can be one of its branches. */
function isAlternative(before: FlatSchema, after: FlatSchema): boolean {
  const [one] = [before, after].filter(({ unions }) => unions.length > 0);
  const isOnOneSide = before.unions.length === 0 || after.unions.length === 0;
  return isOnOneSide && one?.unions.length === 1 && one.properties.size === 0;
}

function asUnion({ unions }: FlatSchema, schema: Schema): Union {
  return unions[0] ?? { keyword: "anyOf", branches: [schema], discriminator: undefined };
}

function inBoth(
  old: Union | undefined,
  now: Union | undefined,
  comparison: SchemaComparison,
): Changes {
  if (old && now) return unionChanges(old, now, comparison);
  const keyword = now?.keyword ?? String(old?.keyword);
  return {
    found: [{ ...found(now ? "union-added" : "union-removed"), keyword }],
    pairs: [],
    changes: [],
  };
}

function unionChanges(old: Union, now: Union, comparison: SchemaComparison): Changes {
  const { pairs, gone, added } = pairBranches(old, now, comparison);
  return {
    found: tagChanges(old, now, pairs, comparison),
    pairs: pairs.map(([one, other]) => ({
      step: { kind: "branch", old: [one], new: [other] },
      old: one,
      new: other,
    })),
    changes: [
      ...gone.map((branch) => changeOf(branch, "old", comparison)),
      ...added.map((branch) => changeOf(branch, "new", comparison)),
      ...overlapChanges(old, now, pairs, comparison),
    ],
  };
}

/** Values of the discriminator that no longer name the same branch, unless the schemas of the branches list them. */
function tagChanges(
  old: Union,
  now: Union,
  pairs: readonly (readonly [Schema, Schema])[],
  { old: before, new: after }: SchemaComparison,
): Found[] {
  const name = old.discriminator?.propertyName;
  if (name === undefined || now.discriminator?.propertyName !== name) return [];
  const isListed = (branch: Schema, { flat }: Flattener) => {
    const field = flat(branch).properties.get(name);
    return field !== undefined && flat(field).values !== undefined;
  };
  const open = pairs.filter(([one, other]) => !isListed(one, before) && !isListed(other, after));
  const namedBy = (union: Union, side: 0 | 1) =>
    open.flatMap((pair) => {
      const { $ref } = pair[side];
      const tags = $ref === undefined ? [] : valuesNaming(union.discriminator, $ref);
      return tags.map((tag) => [tag, pair] as const);
    });
  const [named, names] = [new Map(namedBy(old, 0)), new Map(namedBy(now, 1))];
  const differs =
    (others: typeof names) =>
    ([tag, pair]: readonly [string, unknown]) =>
      others.get(tag) !== pair;
  return [
    ...[...named].filter(differs(names)).map(([tag]) => found("discriminator-value-removed", tag)),
    ...[...names].filter(differs(named)).map(([tag]) => found("discriminator-value-added", tag)),
  ];
}

function changeOf(
  branch: Schema,
  side: "old" | "new",
  { [side]: flattener }: SchemaComparison,
): SchemaChange {
  const rule = side === "old" ? "union-branch-removed" : "union-branch-added";
  const { position } = flattener.flat(branch).notes;
  return {
    ...found(rule, branchName(branch, flattener)),
    ...onOneSide(side, [branch], branch, position),
  };
}
