import type { Schema } from "@contract-toolkit/kernel";
import type { Effect, Found } from "../change.ts";
import type { LifecyclePolicy } from "../lifecycle.ts";
import { compareBranches } from "./branches.ts";
import { childrenOf } from "./children.ts";
import { overlap, referred } from "@contract-toolkit/kernel/schema-algebra";
import type { FlatSchema, Flattener } from "./flat-schema.ts";
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
import type { SchemaChange, SchemaComparison, Side, Step, SteppedPair } from "./schema-change.ts";
import { CannotCompareError } from "../cannot-compare-error.ts";
import { nearest } from "./nearest.ts";
import { createInclusions } from "./pattern-inclusion.ts";

/** Makes a comparison of the schemas of two contracts. It compares each pair once. */
export function createComparison(
  old: Flattener,
  now: Flattener,
  policy: LifecyclePolicy,
): SchemaComparison {
  const known = new Map<Schema, Map<Schema, Compared>>();
  // Pairs that are being compared, outermost first, and compared pairs that refer back to one of them.
  const underWay: Pair[] = [];
  const unfinished: Pair[] = [];
  let met = Infinity;
  const comparison: SchemaComparison = {
    old,
    new: now,
    inclusionOf: createInclusions(),
    compare(one, other) {
      const pair: Pair = [referred(one, old.resolve), referred(other, now.resolve)];
      const [before, after] = pair;
      const found = known.get(before)?.get(after);
      if (found) {
        met = Math.min(met, found.met);
        return found.changes;
      }
      const depth = underWay.findIndex(([first, second]) => first === before && second === after);
      if (depth >= 0) {
        met = Math.min(met, depth);
        return [];
      }
      if (underWay.length >= mostNested) throw tooDeep(one, other);
      const [outer, start] = [met, unfinished.length];
      met = Infinity;
      underWay.push(pair);
      const changes = nearest(changesOf(before, after, comparison, policy));
      underWay.pop();
      // The changes of a pair that refers back to an outer pair are incomplete until the outer pair is compared. They are
      // kept until then, because comparing the pair again on each path to it would take exponential time.
      const isFinished = met >= underWay.length;
      if (isFinished) {
        for (const [first, second] of unfinished.splice(start)) known.get(first)?.delete(second);
        met = Infinity;
      } else unfinished.push(pair);
      const ofOld = known.get(before) ?? new Map<Schema, Compared>();
      known.set(before, ofOld.set(after, { changes, met }));
      met = Math.min(met, outer);
      return changes;
    },
  };
  return comparison;
}

type Pair = readonly [old: Schema, now: Schema];

interface Compared {
  readonly changes: readonly SchemaChange[];
  /** The depth of the outermost unfinished pair that the changes refer back to. */
  readonly met: number;
}

/** More than any message needs: validators and most JSON parsers stop at about 64 levels. */
const mostNested = 250;

function tooDeep(...schemas: readonly Schema[]): CannotCompareError {
  const place = schemas.map((each) => each.$ref ?? each["x-position"]).find(Boolean);
  return new CannotCompareError(
    `schemas lead more than ${mostNested} levels deep${place === undefined ? "" : `, at ${place}`}; make them flatter.`,
  );
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
  const inside = (pairs: readonly SteppedPair[]): SchemaChange[] =>
    pairs.flatMap(({ step, old: one, new: other }) =>
      compareInside(step, one, other).map((change) => ({
        ...change,
        steps: [step, ...change.steps],
        // A schema allows less if the schema that it negates allows more.
        effect: step.kind === "not" ? inverted[change.effect] : change.effect,
      })),
    );
  // Fields of the whole apply to its branches, too.
  const compareInside = ({ kind }: Step, one: Schema, other: Schema) =>
    kind === "branch" || kind === "dependent"
      ? comparison.compare(
          withFields(before, one, other, comparison.old, comparison.new),
          withFields(after, other, one, comparison.new, comparison.old),
        )
      : comparison.compare(one, other);
  const branches = compareBranches(before, after, old, now, comparison);
  const inBranches = () => [
    ...here(branches.found),
    ...inside(branches.pairs),
    ...branches.changes,
  ];
  if (branches.isWhole) return [...here(noteChanges(before, after, policy)), ...inBranches()];
  const types = typeChanges(before, after);
  if (types.length > 0 && !overlap(before.types, after.types)) return here(types);
  const isListed = before.values !== undefined && after.values !== undefined;
  const areObjects = before.types.has("object") && after.types.has("object");
  return [
    ...here([
      ...types,
      ...enumChanges(before, after),
      ...negationChanges(before, after),
      ...(isListed
        ? []
        : [...testChanges(before, after, comparison), ...limitChanges(before, after)]),
      ...noteChanges(before, after, policy),
      ...(areObjects ? additionalChanges(before, after) : []),
      ...(areObjects ? dependencyChanges(before, after) : []),
    ]),
    ...(areObjects ? fieldsOf(before, after, comparison, policy) : []),
    ...inside(childrenOf(before, after)),
    ...inBranches(),
  ];
}

const fieldOnly = new WeakMap<Schema, Map<string, Schema>>();

/** A branch with those fields of the whole that only one of two compared branches has. */
function withFields(
  whole: FlatSchema,
  branch: Schema,
  other: Schema,
  { flat, both }: Flattener,
  { flat: flatOther }: Flattener,
): Schema {
  const [own, others] = [flat(branch).properties, flatOther(other).properties];
  const fields = [...whole.properties].filter(([name]) => own.has(name) !== others.has(name));
  const schemas = fields.map(([name, schema]) => {
    // The same field always gives the same object, so that recursive comparisons end.
    const known = fieldOnly.get(schema) ?? new Map<string, Schema>();
    const only = known.get(name) ?? { properties: { [name]: schema } };
    fieldOnly.set(schema, known.set(name, only));
    return only;
  });
  return schemas.length > 0 ? both([branch, ...schemas]) : branch;
}

function fieldsOf(
  before: FlatSchema,
  after: FlatSchema,
  comparison: SchemaComparison,
  policy: LifecyclePolicy,
): SchemaChange[] {
  return namesOf(before, after).flatMap((name) => {
    const [one, other] = [before.properties.get(name), after.properties.get(name)];
    const [oneFlat, otherFlat] = [
      one && comparison.old.flat(one),
      other && comparison.new.flat(other),
    ];
    return [
      ...fieldChanges(name, before, after, oneFlat?.notes.sunset, policy),
      ...defaultsOf(name, before, after, comparison),
    ].map((each): SchemaChange => ({
      ...each,
      steps: [{ kind: "property", name }],
      // On a side without the field, the change is at its object.
      old: sideOf(one, oneFlat ?? before, oneFlat && each.keyword),
      new: sideOf(other, otherFlat ?? after, otherFlat && each.keyword),
    }));
  });
}

function sideOf(
  schema: Schema | undefined,
  { notes }: FlatSchema,
  keyword: string | undefined,
): Side {
  const ofKeyword = keyword === undefined ? undefined : notes.keywordPositions[keyword];
  return { schema, position: ofKeyword ?? notes.position };
}

const inverted: Readonly<Record<Effect, Effect>> = {
  narrower: "wider",
  wider: "narrower",
  incomparable: "incomparable",
  equal: "equal",
};
