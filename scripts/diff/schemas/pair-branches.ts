import { referredName, type Schema } from "@contract-toolkit/contract";
import { effects, type Effect } from "../change.ts";
import type { SchemaComparison } from "./schema-change.ts";
import { haveCommonType, canonicalJson } from "@contract-toolkit/contract/schema-algebra";
import type { Flattener, Union } from "./flat-schema.ts";

/**
 * Pairs the branches of two unions: equal branches, then those with the same tag, then those with the same text, then the last
 * two that are left.
 */
export function pairBranches(old: Union, now: Union, comparison: SchemaComparison) {
  const pairs: [Schema, Schema][] = [];
  let [gone, added] = [[...old.branches], [...now.branches]];
  const pairWhere = (isPair: (left: Schema, right: Schema) => boolean): void => {
    for (const schema of gone) {
      const otherSchema = added.find((item) => isPair(schema, item));
      if (!otherSchema) continue;
      pairs.push([schema, otherSchema]);
      added = added.filter((item) => item !== otherSchema);
    }
    gone = gone.filter((schema) => !pairs.some(([item]) => item === schema));
  };
  const [tags, otherTags] = [branchTags(old, comparison.old), branchTags(now, comparison.new)];
  // Most branches are unchanged, so comparing texts first leaves few for the slow comparison of all pairs.
  const texts = new Map([...gone, ...added].map((schema) => [schema, canonicalJson(schema)]));
  const hasSameText = (left: Schema, right: Schema) => texts.get(left) === texts.get(right);
  // Equal texts may refer to different components. Comparing the first levels distinguishes them.
  pairWhere(
    (left, right) => hasSameText(left, right) && !comparison.hasChange(left, right, { levels: 2 }),
  );
  if (isFew()) pairWhere((left, right) => !comparison.hasChange(left, right));
  pairWhere((left, right) => tags.has(left) && tags.get(left) === otherTags.get(right));
  pairWhere(hasSameText);
  const isOnly = gone.length === 1 && added.length === 1;
  pairWhere(
    (left, right) =>
      isOnly &&
      haveCommonType(comparison.old.flat(left).types, comparison.new.flat(right).types) &&
      !(tags.has(left) && otherTags.has(right)),
  );
  // A branch that another branch includes was neither removed nor added.
  if (!isFew()) return { pairs, gone, added, covered: new Set<Schema>() };
  const isWithin = (left: Schema, right: Schema, ...allowed: Effect[]) =>
    !comparison.hasChange(left, right, {
      among: effects.filter((effect) => !allowed.includes(effect)),
    });
  gone = gone.filter(
    (schema) => !now.branches.some((otherBranch) => isWithin(schema, otherBranch, "wider")),
  );
  added = added.filter(
    (otherSchema) => !old.branches.some((branch) => isWithin(branch, otherSchema, "narrower")),
  );
  // One that another includes apart from undocumented fields is reported, but breaks nobody.
  const covered = new Set([
    ...gone.filter((schema) =>
      now.branches.some((otherBranch) => isWithin(schema, otherBranch, "wider", "equal")),
    ),
    ...added.filter((otherSchema) =>
      old.branches.some((branch) => isWithin(branch, otherSchema, "narrower", "equal")),
    ),
  ]);
  return { pairs, gone, added, covered };

  /** Whether comparing all branches with each other takes acceptable time. */
  function isFew(): boolean {
    return gone.length * now.branches.length + added.length * old.branches.length <= mostCompared;
  }
}

/** The name of an alternative in messages. */
export function branchName(branch: Schema, { flat }: Flattener): string {
  const { values, types, required, properties } = flat(branch);
  const fields = [...(required.size > 0 ? required : properties.keys())].slice(0, 3);
  const type = [...types].join(" or ");
  return (
    referredName(branch) ??
    branch.title ??
    values?.map(canonicalJson).join(" or ") ??
    (fields.length > 0 ? `${type} with ${fields.join(", ")}` : type)
  );
}

/** Pairs the elements of two lists: those with the same text, then the others by their positions. */
export function aligned<Element>(
  old: readonly Element[],
  now: readonly Element[],
): (readonly [Element | undefined, Element | undefined])[] {
  const left = Map.groupBy(now, canonicalJson);
  const same = old.map((item) => [item, left.get(canonicalJson(item))?.shift()] as const);
  const others = [...left.values()].flat();
  const pairs = same.map(([item, otherValue]) => [item, otherValue ?? others.shift()] as const);
  return [...pairs, ...others.map((added) => [undefined, added] as const)];
}

/** Number of pairs; more than two unions of a hundred changed branches need. */
const mostCompared = 20_000;

/** The tag of each branch: the value that the discriminator maps to it, or its fields with a single value. */
function branchTags({ branches, discriminator }: Union, { flat }: Flattener): Map<Schema, string> {
  const mapped = new Map(
    Object.entries(discriminator?.mapping ?? {}).map(([value, target]) => [target, value]),
  );
  return new Map(
    branches.flatMap((branch): [Schema, string][] => {
      const value = typeof branch.$ref === "string" ? mapped.get(branch.$ref) : undefined;
      if (value !== undefined)
        return [[branch, `${discriminator?.propertyName ?? ""}=${canonicalJson(value)}`]];
      const constants = [...flat(branch).properties].flatMap(([name, field]) => {
        const { values = [] } = flat(field);
        const isTag = values.length === 1 && (discriminator?.propertyName ?? name) === name;
        return isTag ? [`${name}=${canonicalJson(values[0])}`] : [];
      });
      return constants.length > 0 ? [[branch, constants.sort().join()]] : [];
    }),
  );
}
