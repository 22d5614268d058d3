import type { Schema } from "@contract-toolkit/contract";
import { effects, type Effect } from "../change.ts";
import type { SchemaComparison } from "./schema-change.ts";
import { overlap, textOf } from "@contract-toolkit/contract/schema-algebra";
import type { Flattener, Union } from "./flat-schema.ts";

/**
 * Pairs the branches of two unions: equal branches, then those with the same tag, then those with the same text, then the last
 * two that are left.
 */
export function pairBranches(old: Union, now: Union, comparison: SchemaComparison) {
  const pairs: [Schema, Schema][] = [];
  let [gone, added] = [[...old.branches], [...now.branches]];
  const pairWhere = (isPair: (one: Schema, other: Schema) => boolean): void => {
    for (const one of gone) {
      const other = added.find((each) => isPair(one, each));
      if (!other) continue;
      pairs.push([one, other]);
      added = added.filter((each) => each !== other);
    }
    gone = gone.filter((one) => !pairs.some(([each]) => each === one));
  };
  const [tags, otherTags] = [tagsOf(old, comparison.old), tagsOf(now, comparison.new)];
  // Most branches are unchanged, so comparing texts first leaves few for the slow comparison of all pairs.
  const texts = new Map([...gone, ...added].map((each) => [each, textOf(each)]));
  const hasSameText = (one: Schema, other: Schema) => texts.get(one) === texts.get(other);
  // Equal texts may refer to different components. Their first levels tell them apart.
  pairWhere(
    (one, other) => hasSameText(one, other) && !comparison.hasChange(one, other, { levels: 2 }),
  );
  if (isFew()) pairWhere((one, other) => !comparison.hasChange(one, other));
  pairWhere((one, other) => tags.has(one) && tags.get(one) === otherTags.get(other));
  pairWhere(hasSameText);
  const isOnly = gone.length === 1 && added.length === 1;
  pairWhere(
    (one, other) =>
      isOnly &&
      overlap(comparison.old.flat(one).types, comparison.new.flat(other).types) &&
      !(tags.has(one) && otherTags.has(other)),
  );
  // A branch that another branch includes was neither removed nor added.
  if (!isFew()) return { pairs, gone, added, covered: new Set<Schema>() };
  const isWithin = (one: Schema, other: Schema, ...allowed: Effect[]) =>
    !comparison.hasChange(one, other, {
      among: effects.filter((effect) => !allowed.includes(effect)),
    });
  gone = gone.filter((one) => !now.branches.some((other) => isWithin(one, other, "wider")));
  added = added.filter((other) => !old.branches.some((one) => isWithin(one, other, "narrower")));
  // One that another includes apart from undocumented fields is reported, but breaks nobody.
  const covered = new Set([
    ...gone.filter((one) => now.branches.some((other) => isWithin(one, other, "wider", "equal"))),
    ...added.filter((other) =>
      old.branches.some((one) => isWithin(one, other, "narrower", "equal")),
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
  if (typeof branch.$ref === "string") return branch.$ref.split("/").at(-1) ?? "";
  const { values, types, required, properties } = flat(branch);
  const fields = [...(required.size > 0 ? required : properties.keys())].slice(0, 3);
  const type = [...types].join(" or ");
  return (
    branch.title ??
    values?.map(textOf).join(" or ") ??
    (fields.length > 0 ? `${type} with ${fields.join(", ")}` : type)
  );
}

/** Pairs the elements of two lists: those with the same text, then the others by their positions. */
export function aligned<Element>(
  old: readonly Element[],
  now: readonly Element[],
): (readonly [Element | undefined, Element | undefined])[] {
  const left = Map.groupBy(now, textOf);
  const same = old.map((one) => [one, left.get(textOf(one))?.shift()] as const);
  const others = [...left.values()].flat();
  const pairs = same.map(([one, other]) => [one, other ?? others.shift()] as const);
  return [...pairs, ...others.map((other) => [undefined, other] as const)];
}

/** Number of pairs; more than two unions of a hundred changed branches need. */
const mostCompared = 20_000;

/** The tag of each branch: the value that the discriminator maps to it, or its fields with a single value. */
function tagsOf({ branches, discriminator }: Union, { flat }: Flattener): Map<Schema, string> {
  const mapped = new Map(
    Object.entries(discriminator?.mapping ?? {}).map(([value, target]) => [target, value]),
  );
  return new Map(
    branches.flatMap((branch): [Schema, string][] => {
      const value = typeof branch.$ref === "string" ? mapped.get(branch.$ref) : undefined;
      if (value !== undefined)
        return [[branch, `${discriminator?.propertyName ?? ""}=${textOf(value)}`]];
      const constants = [...flat(branch).properties].flatMap(([name, field]) => {
        const { values = [] } = flat(field);
        const isTag = values.length === 1 && (discriminator?.propertyName ?? name) === name;
        return isTag ? [`${name}=${textOf(values[0])}`] : [];
      });
      return constants.length > 0 ? [[branch, constants.sort().join()]] : [];
    }),
  );
}
