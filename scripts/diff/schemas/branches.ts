import type { Schema } from "@contract-toolkit/contract";
import type { Found } from "../change.ts";
import { makeChange } from "../kinds.ts";
import { conditionChanges } from "./conditions.ts";
import { valuesNaming } from "../read/to-json-schema.ts";
import type { FlatSchema, Flattener, Union } from "./flat-schema.ts";
import { isAnnotationKeyword, type TypeName } from "@contract-toolkit/contract/schema-algebra";
import { partsWithout } from "./simple-unions.ts";
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
      ...wholeChanges(before, after, old, now, comparison),
    };
  const item = aligned(before.unions, after.unions).map(([union, otherUnion]) =>
    inBoth(union, otherUnion, comparison),
  );
  return {
    isWhole: false,
    found: item.flatMap(({ found }) => found),
    pairs: [...conditions.pairs, ...item.flatMap(({ pairs }) => pairs)],
    changes: [...conditions.changes, ...item.flatMap(({ changes }) => changes)],
  };
}

type Changes = Omit<Branches, "isWhole">;

/** Whether one side is a union, and the other side can be one of its branches. */
function isAlternative(before: FlatSchema, after: FlatSchema): boolean {
  return before.unions.length + after.unions.length === 1;
}

/** Compares a schema with each branch of a union, together with what applies beside the branches. */
function wholeChanges(
  before: FlatSchema,
  after: FlatSchema,
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
): Changes {
  const [union, otherUnion] = [
    wholeUnion(before, old, comparison.old),
    wholeUnion(after, now, comparison.new),
  ];
  const { found: own, pairs, changes } = unionChanges(union, otherUnion, comparison);
  // The schema of the other side is not an alternative that was added or removed.
  const plain = new Set<Schema | undefined>(
    before.unions.length === 0 ? union.branches : otherUnion.branches,
  );
  const isOther = ({ rule, old: { schema }, new: { schema: later } }: SchemaChange) =>
    rule.startsWith("union-branch-") && plain.has(schema ?? later);
  return {
    found: [
      ...own,
      ...(changes.some(isOther) ? unionChange(after.unions[0], union, otherUnion) : []),
    ],
    pairs,
    changes: changes.filter((change) => !isOther(change)),
  };
}

function unionChange(added: Union | undefined, left: Union, right: Union): Found[] {
  const { keyword } = added ? right : left;
  return [{ ...makeChange(added ? "union-added" : "union-removed"), keyword }];
}

/**
 * The union of a schema. Its branches include what applies beside them, unless that says nothing. A schema of a few types is a
 * union of these types, because null may be a type or a branch.
 */
function wholeUnion(
  { unions: [union], types }: FlatSchema,
  schema: Schema,
  flattener: Flattener,
): Union {
  if (!union) {
    const isOfFew = types.size > 1 && types.size <= mostTypes;
    const branches = isOfFew
      ? [...types].map((type) => flattener.both([schema, typeOnly(type)]))
      : [schema];
    return { keyword: "anyOf", branches, discriminator: undefined };
  }
  const beside = partsWithout(schema, union, flattener).filter((part) =>
    Object.keys(part).some((keyword) => !isAnnotationKeyword(keyword)),
  );
  if (beside.length === 0) return union;
  const branches = union.branches
    .map((branch) => flattener.both([branch, ...beside]))
    .filter((branch) => flattener.flat(branch).types.size > 0);
  return { ...union, branches };
}

const mostTypes = 3;

const ofTypes = new Map<TypeName, Schema>();

/** The same type always gives the same object, so that equal pairs are compared once. */
function typeOnly(type: TypeName): Schema {
  const known = ofTypes.get(type) ?? { type };
  ofTypes.set(type, known);
  return known;
}

function inBoth(
  old: Union | undefined,
  now: Union | undefined,
  comparison: SchemaComparison,
): Changes {
  if (old && now) return unionChanges(old, now, comparison);
  const keyword = now?.keyword ?? String(old?.keyword);
  return {
    found: [{ ...makeChange(now ? "union-added" : "union-removed"), keyword }],
    pairs: [],
    changes: [],
  };
}

function unionChanges(old: Union, now: Union, comparison: SchemaComparison): Changes {
  const { pairs, gone, added, covered } = pairBranches(old, now, comparison);
  return {
    found: tagChanges(old, now, pairs, comparison),
    pairs: pairs.map(([schema, otherSchema]) => ({
      step: { kind: "branch", old: [schema], new: [otherSchema] },
      old: schema,
      new: otherSchema,
    })),
    changes: [
      ...gone.map((branch) => branchChange(branch, "old", covered, comparison)),
      ...added.map((branch) => branchChange(branch, "new", covered, comparison)),
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
  const open = pairs.filter(
    ([schema, otherSchema]) => !isListed(schema, before) && !isListed(otherSchema, after),
  );
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
    ...[...named]
      .filter(differs(names))
      .map(([tag]) => makeChange("discriminator-value-removed", tag)),
    ...[...names]
      .filter(differs(named))
      .map(([tag]) => makeChange("discriminator-value-added", tag)),
  ];
}

function branchChange(
  branch: Schema,
  side: "old" | "new",
  covered: ReadonlySet<Schema>,
  { [side]: flattener }: SchemaComparison,
): SchemaChange {
  const rule = side === "old" ? "union-branch-removed" : "union-branch-added";
  const { position } = flattener.flat(branch).notes;
  return {
    ...makeChange(rule, branchName(branch, flattener)),
    ...(covered.has(branch) && { effect: "equal" as const }),
    ...onOneSide(side, [branch], branch, position),
  };
}
