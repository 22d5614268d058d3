import { type BranchPair } from "./branch-pair.ts";
import type { Schema } from "@contract-toolkit/kernel";
import { conditionChanges } from "./conditions.ts";
import type { SchemaComparison } from "./schema-comparison.ts";
import type { FlatSchema, Union } from "./flat-schema.ts";
import { textOf } from "@contract-toolkit/kernel/schema-algebra";
import { pairBranches } from "./pair-branches.ts";
import type { Found, SchemaChange } from "./schema-change.ts";

/** What comes of comparing the alternatives of two schemas. */
export interface Branches {
  /** Nothing else of both has to be compared. */
  readonly isWhole: boolean;
  readonly found: readonly Found[];
  /** Branches that are the same one, changed or not. */
  readonly pairs: readonly BranchPair[];
  /** Branches that only one side has. */
  readonly changes: readonly SchemaChange[];
}

/** Compares unions and conditions. A schema that became a union, or was one, is a branch of it. */
export function compareBranches(
  before: FlatSchema,
  after: FlatSchema,
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
): Branches {
  const conditions = conditionChanges(before, after);
  if (before.unions.length === 0 && after.unions.length === 0)
    return { isWhole: false, found: [], ...conditions };
  if (isAlternative(before, after))
    return {
      isWhole: true,
      ...unionChanges(asUnion(before, old), asUnion(after, now), comparison),
    };
  const count = Math.max(before.unions.length, after.unions.length);
  const each = Array.from({ length: count }, (_, index) =>
    inBoth(before.unions[index], after.unions[index], comparison),
  );
  return {
    isWhole: false,
    found: each.flatMap(({ found }) => found),
    pairs: [...conditions.pairs, ...each.flatMap(({ pairs }) => pairs)],
    changes: [...conditions.changes, ...each.flatMap(({ changes }) => changes)],
  };
}

type Changes = Omit<Branches, "isWhole">;

/** Whether one side is a union and nothing else, and the other something that may be one of its branches. */
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
  const found: Found = now
    ? {
        rule: "union-added",
        effect: "narrower",
        keyword: now.keyword,
        message: "it must be one of several alternatives now",
      }
    : {
        rule: "union-removed",
        effect: "wider",
        keyword: String(old?.keyword),
        message: "it no longer needs to be one of several alternatives",
      };
  return { found: [found], pairs: [], changes: [] };
}

function unionChanges(old: Union, now: Union, comparison: SchemaComparison): Changes {
  const { pairs, gone, added } = pairBranches(old, now, comparison);
  return {
    found: exclusiveness(old, now),
    pairs: pairs.map(([one, other]) => ({
      step: { kind: "branch", old: [one], new: [other] },
      old: one,
      new: other,
    })),
    changes: [
      ...gone.map((branch): SchemaChange => ({
        rule: "union-branch-removed",
        effect: "narrower",
        message: `the alternative ${nameOf(branch, comparison.old)} was removed`,
        steps: [{ kind: "branch", old: [branch], new: undefined }],
        old: { schema: branch, position: positionOf(branch, comparison.old) },
        new: { schema: undefined, position: undefined },
      })),
      ...added.map((branch): SchemaChange => ({
        rule: "union-branch-added",
        effect: "wider",
        message: `the alternative ${nameOf(branch, comparison.new)} was added`,
        steps: [{ kind: "branch", old: undefined, new: [branch] }],
        old: { schema: undefined, position: undefined },
        new: { schema: branch, position: positionOf(branch, comparison.new) },
      })),
    ],
  };
}

/** Of `oneOf`, no value may fit two branches. */
function exclusiveness(old: Union, now: Union): Found[] {
  if (old.keyword === now.keyword || old.branches.length < 2 || now.branches.length < 2) return [];
  return now.keyword === "oneOf"
    ? [
        {
          rule: "union-became-exclusive",
          effect: "narrower",
          keyword: "oneOf",
          message: "only one alternative may fit now",
        },
      ]
    : [
        {
          rule: "union-became-inclusive",
          effect: "wider",
          keyword: "anyOf",
          message: "several alternatives may fit now",
        },
      ];
}

function positionOf(branch: Schema, { flat }: SchemaComparison["old"]): string | undefined {
  return flat(branch).notes.position;
}

function nameOf(branch: Schema, { flat }: SchemaComparison["old"]): string {
  if (typeof branch.$ref === "string") return branch.$ref.split("/").at(-1) ?? "";
  const { values, types } = flat(branch);
  return branch.title ?? values?.map(textOf).join(" or ") ?? [...types].join(" or ");
}
