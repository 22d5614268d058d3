import { type SchemaComparison } from "./schema-comparison.ts";
import type { Schema } from "@contract-toolkit/kernel";
import type { LifecyclePolicy } from "../lifecycle.ts";
import { compareBranches } from "./branches.ts";
import { childrenOf } from "./children.ts";
import type { FlatSchema } from "./flat-schema.ts";
import type { Flattener } from "./flattener.ts";
import {
  additionalChanges,
  defaultsOf,
  dependencyChanges,
  fieldChanges,
  namesOf,
} from "./rules/fields.ts";
import { limitChanges } from "./rules/bounds.ts";
import { noteChanges } from "./rules/notes.ts";
import { enumChanges, negationChanges, testChanges, typeChanges } from "./rules/values.ts";
import type { Effect, Found, SchemaChange, Side, Step } from "./schema-change.ts";
import { overlap } from "./types.ts";

/**
 * What compares the schemas of two contracts.
 *
 * @param policy what a sunset may be
 */
export function createComparison(
  old: Flattener,
  now: Flattener,
  policy: LifecyclePolicy,
): SchemaComparison {
  const known = new Map<Schema, Map<Schema, readonly SchemaChange[]>>();
  // Pairs under way, by the old schema, with their depth; and the least depth that was met again.
  const underWay: [Schema, Schema][] = [];
  let met = Infinity;
  const comparison: SchemaComparison = {
    old,
    new: now,
    compare(one, other) {
      const [before, after] = [referred(one, old), referred(other, now)];
      const found = known.get(before)?.get(after);
      if (found) return found;
      const depth = underWay.findIndex(([first, second]) => first === before && second === after);
      if (depth >= 0) {
        met = Math.min(met, depth);
        return [];
      }
      const outer = met;
      met = Infinity;
      underWay.push([before, after]);
      const changes = changesOf(before, after, comparison, policy);
      underWay.pop();
      // What leads back to a pair that is not finished is complete only together with that.
      if (met >= underWay.length) {
        const ofOld = known.get(before) ?? new Map<Schema, readonly SchemaChange[]>();
        known.set(before, ofOld.set(after, changes));
        met = Infinity;
      }
      met = Math.min(met, outer);
      return changes;
    },
  };
  return comparison;
}

/** What a mere reference leads to, which is compared once however many references lead to it. */
function referred(schema: Schema, { resolve }: Flattener): Schema {
  const { $ref } = schema;
  const isMere = typeof $ref === "string" && Object.keys(schema).length === 1;
  return (isMere ? resolve($ref) : undefined) ?? schema;
}

function changesOf(
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
  policy: LifecyclePolicy,
): SchemaChange[] {
  const [before, after] = [comparison.old.flat(old), comparison.new.flat(now)];
  const here = (found: readonly Found[]): SchemaChange[] =>
    found.map((each) => ({
      ...each,
      steps: [],
      old: sideOf(old, before, each.keyword),
      new: sideOf(now, after, each.keyword),
    }));
  const branches = compareBranches(before, after, old, now, comparison);
  if (branches.isWhole) return [...here(noteChanges(before, after, policy)), ...inBranches()];
  const types = typeChanges(before, after);
  if (types.length > 0 && !overlap(before.types, after.types)) return here(types);
  const isListed = before.values !== undefined && after.values !== undefined;
  return [
    ...here(types),
    ...here(enumChanges(before, after)),
    ...here(negationChanges(before, after)),
    ...(isListed ? [] : here(testChanges(before, after))),
    ...(isListed ? [] : here(limitChanges(before, after))),
    ...here(noteChanges(before, after, policy)),
    ...objectChanges(old, now, before, after, comparison, policy),
    ...childrenOf(before, after).flatMap((child) =>
      inside(child.step, comparison.compare(child.old, child.new), child.isInverted),
    ),
    ...inBranches(),
  ];

  function inBranches(): SchemaChange[] {
    return [
      ...here(branches.found),
      ...branches.pairs.flatMap(({ step, old: one, new: other }) =>
        inside(step, comparison.compare(one, other), false),
      ),
      ...branches.changes,
    ];
  }
}

function objectChanges(
  old: Schema,
  now: Schema,
  before: FlatSchema,
  after: FlatSchema,
  comparison: SchemaComparison,
  policy: LifecyclePolicy,
): SchemaChange[] {
  if (!before.types.has("object") || !after.types.has("object")) return [];
  const own = [...additionalChanges(before, after), ...dependencyChanges(before, after)];
  return [
    ...own.map((each): SchemaChange => ({
      ...each,
      steps: [],
      old: sideOf(old, before, each.keyword),
      new: sideOf(now, after, each.keyword),
    })),
    ...namesOf(before, after).flatMap((name) =>
      [
        ...fieldChanges(name, before, after, sunsetOf(name, before, comparison.old), policy),
        ...defaultsOf(name, before, after, comparison),
      ].map((each): SchemaChange => ({
        ...each,
        steps: [{ kind: "property", name }],
        old: fieldSide(name, before, comparison.old, each.keyword),
        new: fieldSide(name, after, comparison.new, each.keyword),
      })),
    ),
  ];
}

function sunsetOf(
  name: string,
  { properties }: FlatSchema,
  { flat }: Flattener,
): string | undefined {
  const schema = properties.get(name);
  return schema && flat(schema).notes.sunset;
}

function fieldSide(
  name: string,
  { properties, notes }: FlatSchema,
  { flat }: Flattener,
  keyword: string | undefined,
): Side {
  const schema = properties.get(name);
  if (!schema) return { schema: undefined, position: notes.position };
  return sideOf(schema, flat(schema), keyword);
}

function sideOf(schema: Schema, { notes }: FlatSchema, keyword: string | undefined): Side {
  const ofKeyword = keyword === undefined ? undefined : notes.keywordPositions[keyword];
  return { schema, position: ofKeyword ?? notes.position };
}

function inside(step: Step, changes: readonly SchemaChange[], isInverted: boolean): SchemaChange[] {
  return changes.map((change) => ({
    ...change,
    steps: [step, ...change.steps],
    effect: isInverted ? inverted[change.effect] : change.effect,
  }));
}

const inverted: Readonly<Record<Effect, Effect>> = {
  narrower: "wider",
  wider: "narrower",
  incomparable: "incomparable",
  equal: "equal",
};
