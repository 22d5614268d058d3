import type { Schema } from "@contract-toolkit/contract";
import type { Found } from "../change.ts";
import { makeChange } from "../kinds.ts";
import { valuesNaming } from "../read/to-json-schema.ts";
import { alternativesOf, type Alternatives } from "./alternatives.ts";
import { conditionChanges } from "./conditions.ts";
import type { FlatSchema, Flattener, Union } from "./flat-schema.ts";
import { overlapChanges } from "./overlaps.ts";
import { aligned, alternativeName, pairAlternatives } from "./pair-alternatives.ts";
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

/** Compares unions and conditions. Unless both sides have the same unions, their alternatives are compared as wholes. */
export function compareBranches(
  before: FlatSchema,
  after: FlatSchema,
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
): Branches {
  const unions = aligned(before.unions, after.unions);
  const same = unions.flatMap(([oldUnion, newUnion]) => {
    const pairs = oldUnion && newUnion && pairsOfSame(oldUnion, newUnion, comparison);
    return pairs ? [{ oldUnion, newUnion, pairs }] : [];
  });
  const others = unions.filter(([union]) => !same.some(({ oldUnion }) => oldUnion === union));
  const count = [0, 1].map((side) =>
    others.reduce((product, pair) => product * (pair[side]?.branches.length ?? 1), 1),
  );
  const isApart =
    others.length === 0 || (others.length > 1 && !comparison.isFew(Math.max(...count)));
  if (!isApart)
    return {
      isWhole: true,
      ...alternativeChanges(
        alternativesOf(old, new Set(same.map(({ oldUnion }) => oldUnion.branches)), comparison.old),
        alternativesOf(now, new Set(same.map(({ newUnion }) => newUnion.branches)), comparison.new),
        "alternative",
        comparison,
      ),
    };
  const { pairs, changes } = conditionChanges(before, after, comparison);
  const apart = others.map(([oldUnion, newUnion]) =>
    oldUnion && newUnion
      ? alternativeChanges(branchesOf(oldUnion), branchesOf(newUnion), "branch", comparison)
      : unionChange(oldUnion, newUnion),
  );
  return {
    isWhole: false,
    found: apart.flatMap(({ found }) => found),
    pairs: [
      ...pairs,
      ...same.flatMap((each) => each.pairs.map(stepped("branch"))),
      ...apart.flatMap(({ pairs }) => pairs),
    ],
    changes: [...changes, ...apart.flatMap(({ changes }) => changes)],
  };
}

/** Whether two schemas with unions are the same once their alternatives are wholes. */
export function areSameAlternatives(
  { unions: before }: FlatSchema,
  { unions: after }: FlatSchema,
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
): boolean {
  if (before.length === 0 || after.length === 0) return false;
  const count = [before, after].map((all) =>
    all.reduce((product, { branches }) => product * branches.length, 1),
  );
  if (!comparison.isFew(Math.max(...count))) return false;
  const left = alternativesOf(old, new Set(), comparison.old);
  const right = alternativesOf(now, new Set(), comparison.new);
  const { found, pairs, changes } = alternativeChanges(left, right, "alternative", comparison);
  const isPaired = pairs.length === left.size && left.size === right.size;
  return (
    isPaired &&
    found.length + changes.length === 0 &&
    pairs.every((pair) => !comparison.hasChange(pair.old, pair.new))
  );
}

type Changes = Omit<Branches, "isWhole">;

function unionChange(old: Union | undefined, now: Union | undefined): Changes {
  const rule = now ? "union-added" : "union-removed";
  const keyword = String((now ?? old)?.keyword);
  return { found: [{ ...makeChange(rule), keyword }], pairs: [], changes: [] };
}

/** The branches of two unions that belong together, if the unions are the same. */
function pairsOfSame(old: Union, now: Union, comparison: SchemaComparison) {
  const size = old.branches.length;
  if (old.keyword !== now.keyword || size !== now.branches.length) return undefined;
  const [left, right] = [branchesOf(old), branchesOf(now)];
  const { pairs } = pairAlternatives(left, right, comparison);
  const isSame = pairs.length === size && !pairs.some((pair) => comparison.hasChange(...pair));
  return isSame && tagChanges(left, right, pairs, comparison).length === 0 ? pairs : undefined;
}

function branchesOf(union: Union): Alternatives {
  return new Map(union.branches.map((branch) => [branch, [{ union, branch }]]));
}

function stepped(kind: "alternative" | "branch", nameOf?: (now: Schema) => string) {
  return ([old, now]: readonly [Schema, Schema]): SteppedPair => ({
    step: { kind, old: [old], new: [now], ...(nameOf && { alternative: nameOf(now) }) },
    old,
    new: now,
  });
}

function alternativeChanges(
  old: Alternatives,
  now: Alternatives,
  kind: "alternative" | "branch",
  comparison: SchemaComparison,
): Changes {
  const { pairs, gone, added, covered } = pairAlternatives(old, now, comparison);
  const [before, after] = [firstUnion(old), firstUnion(now)];
  const changeOf = (side: "old" | "new", alternatives: Alternatives) => (schema: Schema) =>
    alternativeChange(schema, side, kind, alternatives, covered, comparison);
  // Null beside one other alternative is no choice.
  const isChoice =
    [...now.keys()].filter((schema) => !isNull(comparison.new.flat(schema))).length > 1;
  // A schema without unions is not an alternative that was added or removed.
  return {
    found: [
      ...(!before && gone.length > 0 ? unionChange(before, after).found : []),
      ...(!after && added.length > 0 ? unionChange(before, after).found : []),
      ...tagChanges(old, now, pairs, comparison),
    ],
    pairs: pairs.map(
      stepped(
        kind,
        isChoice ? (schema) => alternativeName(schema, now, comparison.new) : undefined,
      ),
    ),
    changes: [
      ...(before ? gone.map(changeOf("old", old)) : []),
      ...(after ? added.map(changeOf("new", now)) : []),
      ...overlapChanges(old, now, pairs, comparison),
    ],
  };
}

function firstUnion(alternatives: Alternatives): Union | undefined {
  return [...alternatives.values()].flat()[0]?.union;
}

/** Values of the discriminator that no longer name the same branch, unless the schemas of the branches list them. */
function tagChanges(
  old: Alternatives,
  now: Alternatives,
  pairs: readonly (readonly [Schema, Schema])[],
  { old: before, new: after }: SchemaComparison,
): Found[] {
  const [name, newName] = [old, now].map((all) => firstUnion(all)?.discriminator?.propertyName);
  if (name === undefined || newName !== name) return [];
  const isListed = (branch: Schema, { flat }: Flattener) => {
    const field = flat(branch).properties.get(name);
    return field !== undefined && flat(field).values !== undefined;
  };
  const open = pairs.filter(
    ([oldSchema, newSchema]) => !isListed(oldSchema, before) && !isListed(newSchema, after),
  );
  const namedBy = (alternatives: Alternatives, side: 0 | 1) =>
    open.flatMap((pair) => {
      const [choice] = alternatives.get(pair[side]) ?? [];
      const { $ref } = choice?.branch ?? {};
      const tags = $ref === undefined ? [] : valuesNaming(choice?.union.discriminator, $ref);
      return tags.map((tag) => [tag, pair] as const);
    });
  const [named, names] = [new Map(namedBy(old, 0)), new Map(namedBy(now, 1))];
  const differs =
    (others: typeof names) =>
    ([tag, pair]: readonly [string, unknown]) =>
      others.get(tag) !== pair;
  return [
    ...[...named]
      .filter(differs(names))
      .map(([tag]) => makeChange("discriminator-value-removed", tag)),
    ...[...names]
      .filter(differs(named))
      .map(([tag]) => makeChange("discriminator-value-added", tag)),
  ];
}

function alternativeChange(
  schema: Schema,
  side: "old" | "new",
  kind: "alternative" | "branch",
  alternatives: Alternatives,
  covered: ReadonlySet<Schema>,
  { [side]: flattener }: SchemaComparison,
): SchemaChange {
  const rule = side === "old" ? "union-branch-removed" : "union-branch-added";
  const flat = flattener.flat(schema);
  return {
    ...(isNull(flat)
      ? makeChange(side === "old" ? "became-not-nullable" : "became-nullable")
      : makeChange(rule, alternativeName(schema, alternatives, flattener))),
    ...(covered.has(schema) && { effect: "equal" as const }),
    ...onOneSide(side, kind, [schema], schema, flat.notes.position),
  };
}

function isNull({ types }: FlatSchema): boolean {
  return types.size === 1 && types.has("null");
}
