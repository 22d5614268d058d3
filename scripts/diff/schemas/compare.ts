import type { Schema } from "@contract-toolkit/contract";
import { effects, type Effect, type Found } from "../change.ts";
import type { LifecyclePolicy } from "../lifecycle.ts";
import { areSameAlternatives, compareBranches } from "./branches.ts";
import { pairSubschemas } from "./children.ts";
import { haveCommonType, followReference } from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema, Flattener } from "./flat-schema.ts";
import {
  additionalChanges,
  defaultsOf,
  dependencyChanges,
  fieldChanges,
  listFieldNames,
} from "./rules/fields.ts";
import { limitChanges } from "./rules/bounds.ts";
import { noteChanges } from "./rules/notes.ts";
import { enumChanges, negationChanges, testChanges, typeNameChanges } from "./rules/values.ts";
import type {
  PairNode,
  SchemaChange,
  SchemaComparison,
  Side,
  SteppedPair,
} from "./schema-change.ts";
import { fitsSchema } from "./disjoint.ts";
import { createInclusions } from "./pattern-inclusion.ts";

/** Makes a comparison of the schemas of two contracts. It compares each pair once, without the pairs that it leads to. */
export function createComparison(
  old: Flattener,
  now: Flattener,
  policy: LifecyclePolicy,
): SchemaComparison {
  const known = new Map<Schema, Map<Schema, PairNode>>();
  const nodes: PairNode[] = [];
  let underWay = 0;
  let alternativesLeft = mostOfAll;
  const nodeOf = (left: Schema, right: Schema): PairNode => {
    const [before, after] = [
      followReference(left, old.resolve),
      followReference(right, now.resolve),
    ];
    const ofOld = known.get(before) ?? new Map<Schema, PairNode>();
    known.set(before, ofOld);
    const found = ofOld.get(after);
    if (found) return found;
    const made: PairNode = {
      index: nodes.length,
      old: before,
      new: after,
      isCompared: false,
      changes: [],
      edges: [],
    };
    ofOld.set(after, made);
    nodes.push(made);
    return made;
  };
  /** A pair that is being compared has no changes yet. It is not compared again. */
  const visit = (node: PairNode): void => {
    if (node.isCompared) return;
    node.isCompared = true;
    if (areEqual(node.old, node.new)) return;
    underWay += 1;
    const { changes, pairs } = changesOf(node.old, node.new, comparison, policy);
    underWay -= 1;
    node.changes = changes;
    node.edges = pairs.map((pair) => ({
      step: pair.step,
      to: nodeOf(pair.old, pair.new),
    }));
  };
  const comparison: SchemaComparison = {
    old,
    new: now,
    inclusionOf: createInclusions(),
    isFew(alternatives) {
      alternativesLeft -= Math.min(alternatives, mostAlternatives);
      return alternatives <= mostAlternatives && alternativesLeft >= 0;
    },
    hasChange(left, right, { among = effects, levels = Infinity } = {}) {
      const queue = [{ node: nodeOf(left, right), isInverted: false, level: 0 }];
      const seen = new Set<number>();
      // The loop also visits what it adds.
      for (const { node, isInverted, level } of queue) {
        const key = node.index * 2 + Number(isInverted);
        if (seen.has(key)) continue;
        seen.add(key);
        if (seen.size > mostVisited || underWay > mostNested) return true;
        visit(node);
        const isMeant = ({ effect }: SchemaChange) =>
          among.includes(isInverted ? inverted[effect] : effect);
        if (node.changes.some(isMeant)) return true;
        for (const { step, to } of level < levels ? node.edges : [])
          queue.push({
            node: to,
            isInverted: isInverted !== (step.kind === "not"),
            level: level + 1,
          });
      }
      return false;
    },
    graphOf(pairs) {
      const roots = pairs.map((pair) => nodeOf(pair.old, pair.new));
      const reached = new Set(roots);
      // The loop also visits what it adds.
      for (const node of reached) {
        visit(node);
        for (const { to } of node.edges) reached.add(to);
      }
      return { roots, nodes: [...reached] };
    },
  };
  return comparison;
}

/** Whether two schemas are the same and lead to no other schema. Most pairs of a large contract are. */
function areEqual(left: Schema, right: Schema): boolean {
  const names = Object.keys(left);
  return (
    left.$ref === undefined &&
    names.length === Object.keys(right).length &&
    names.every((name) => typeof left[name] !== "object" && left[name] === right[name])
  );
}

/** Pairs that are visited to decide whether two alternatives belong together. After more, they count as different. */
const mostVisited = 1000;

/** Unions that make more alternatives are compared one by one: of one schema, and of all schemas of a comparison. */
const mostAlternatives = 100;
const mostOfAll = 10_000;

/** The number of such decisions that may be nested. */
const mostNested = 20;

/** Whether one side lists values that fit the other. Then the lists say everything. */
function isOfValues({ values }: FlatSchema, other: FlatSchema): boolean {
  if (!values) return false;
  return (
    other.values !== undefined ||
    (!other.hasUniqueItems && values.every((value) => fitsSchema(value, other)))
  );
}

function changesOf(
  old: Schema,
  now: Schema,
  comparison: SchemaComparison,
  policy: LifecyclePolicy,
): { readonly changes: readonly SchemaChange[]; readonly pairs: readonly SteppedPair[] } {
  const [before, after] = [comparison.old.flat(old), comparison.new.flat(now)];
  const here = (found: readonly Found[]): SchemaChange[] =>
    found.map((change) => ({
      ...change,
      steps: [],
      old: sideOf(old, before, change.keyword),
      new: sideOf(now, after, change.keyword),
    }));
  // Fields of the whole apply to its branches, too.
  const inside = (pairs: readonly SteppedPair[]): SteppedPair[] =>
    pairs.map((pair) =>
      pair.step.kind === "branch" || pair.step.kind === "dependent"
        ? {
            step: pair.step,
            old: addBranchFields(before, pair.old, pair.new, comparison.old, comparison.new),
            new: addBranchFields(after, pair.new, pair.old, comparison.new, comparison.old),
          }
        : pair,
    );
  const branches = compareBranches(before, after, old, now, comparison);
  const inBranches = [...here(branches.found), ...branches.changes];
  if (branches.isWhole)
    return {
      changes: [...here(noteChanges(before, after, policy)), ...inBranches],
      pairs: branches.pairs,
    };
  const types = typeNameChanges(before, after);
  if (types.length > 0 && !haveCommonType(before.types, after.types))
    return { changes: here(types), pairs: [] };
  const isListed = isOfValues(before, after) || isOfValues(after, before);
  const areObjects = before.types.has("object") && after.types.has("object");
  const notes = here(noteChanges(before, after, policy));
  const rules = [
    ...here([
      ...types,
      ...enumChanges(before, after),
      ...negationChanges(before, after),
      ...(isListed
        ? []
        : [...testChanges(before, after, comparison), ...limitChanges(before, after)]),
      ...(areObjects ? additionalChanges(before, after) : []),
      ...(areObjects ? dependencyChanges(before, after) : []),
    ]),
    ...(areObjects ? listFieldChanges(before, after, comparison, policy) : []),
  ];
  // A rule beside a union is one of each branch.
  if (rules.length > 0 && areSameAlternatives(before, after, old, now, comparison))
    return { changes: notes, pairs: [] };
  return {
    changes: [...rules, ...notes, ...inBranches],
    pairs: inside([...pairSubschemas(before, after), ...branches.pairs]),
  };
}

const fieldOnly = new WeakMap<Schema, Map<string, Schema>>();

/** A branch with those fields of the whole that only one of two compared branches has. */
function addBranchFields(
  whole: FlatSchema,
  branch: Schema,
  compared: Schema,
  { flat, both }: Flattener,
  { flat: flatOther }: Flattener,
): Schema {
  const [own, others] = [flat(branch).properties, flatOther(compared).properties];
  const fields = [...whole.properties].filter(([name]) => own.has(name) !== others.has(name));
  // The same field always gives the same object, so that equal pairs are compared once.
  const schemas = fields.map(([name, schema]) => {
    const known = fieldOnly.get(schema) ?? new Map<string, Schema>();
    const only = known.get(name) ?? { properties: { [name]: schema } };
    fieldOnly.set(schema, known.set(name, only));
    return only;
  });
  return schemas.length > 0 ? both([branch, ...schemas]) : branch;
}

function listFieldChanges(
  before: FlatSchema,
  after: FlatSchema,
  comparison: SchemaComparison,
  policy: LifecyclePolicy,
): SchemaChange[] {
  return listFieldNames(before, after).flatMap((name) => {
    const [old, now] = [before.properties.get(name), after.properties.get(name)];
    const oldFlat = old && comparison.old.flat(old);
    const newFlat = now && comparison.new.flat(now);
    return [
      ...fieldChanges(name, before, after, oldFlat?.notes.sunset, policy),
      ...defaultsOf(name, before, after, comparison),
    ].map((fieldChange): SchemaChange => ({
      ...fieldChange,
      steps: [{ kind: "property", name }],
      // On a side without the field, the change is at its object.
      old: sideOf(old, oldFlat ?? before, oldFlat && fieldChange.keyword),
      new: sideOf(now, newFlat ?? after, newFlat && fieldChange.keyword),
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

/** A schema allows less if the schema that it negates allows more. */
export const inverted: Readonly<Record<Effect, Effect>> = {
  narrower: "wider",
  wider: "narrower",
  incomparable: "incomparable",
  equal: "equal",
};
