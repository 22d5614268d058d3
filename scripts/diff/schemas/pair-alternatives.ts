import { referredName, type Schema } from "@contract-toolkit/contract";
import { effects, type Effect } from "../change.ts";
import type { SchemaComparison } from "./schema-change.ts";
import { mappedValues } from "@contract-toolkit/schemas/documents/references";
import { haveCommonType, canonicalJson } from "@contract-toolkit/contract/schema-algebra";
import type { Alternatives } from "./alternatives.ts";
import type { Flattener } from "./flat-schema.ts";

/**
 * Pairs the alternatives of two schemas: equal ones, then those with the same tag, then those with the same text, then the last
 * two that are left.
 */
export function pairAlternatives(
  old: Alternatives,
  now: Alternatives,
  comparison: SchemaComparison,
) {
  const pairs: [Schema, Schema][] = [];
  const [before, after] = [[...old.keys()], [...now.keys()]];
  let [gone, added] = [before, after];
  const pairWhere = (isPair: (left: Schema, right: Schema) => boolean): void => {
    for (const oldSchema of gone) {
      const newSchema = added.find((candidate) => isPair(oldSchema, candidate));
      if (!newSchema) continue;
      pairs.push([oldSchema, newSchema]);
      added = added.filter((schema) => schema !== newSchema);
    }
    gone = gone.filter((schema) => !pairs.some(([paired]) => paired === schema));
  };
  const [oldTags, newTags] = [tagsOf(old, comparison.old), tagsOf(now, comparison.new)];
  // Most alternatives are unchanged, so comparing texts first leaves few for the slow comparison of all pairs.
  const texts = new Map([...gone, ...added].map((schema) => [schema, canonicalJson(schema)]));
  const hasSameText = (left: Schema, right: Schema) => texts.get(left) === texts.get(right);
  // Equal texts may refer to different components. Comparing the first levels distinguishes them.
  pairWhere(
    (left, right) => hasSameText(left, right) && !comparison.hasChange(left, right, { levels: 2 }),
  );
  if (isFew()) pairWhere((left, right) => !comparison.hasChange(left, right));
  pairWhere((left, right) => oldTags.has(left) && oldTags.get(left) === newTags.get(right));
  pairWhere(hasSameText);
  const isOnly = gone.length === 1 && added.length === 1;
  pairWhere(
    (left, right) =>
      isOnly &&
      haveCommonType(comparison.old.flat(left).types, comparison.new.flat(right).types) &&
      !(oldTags.has(left) && newTags.has(right)),
  );
  // An alternative that another one includes was neither removed nor added.
  if (!isFew()) return { pairs, gone, added, covered: new Set<Schema>() };
  const isWithin = (left: Schema, right: Schema, ...allowed: Effect[]) =>
    !comparison.hasChange(left, right, {
      among: effects.filter((effect) => !allowed.includes(effect)),
    });
  gone = gone.filter((schema) => !after.some((wider) => isWithin(schema, wider, "wider")));
  added = added.filter((schema) => !before.some((wider) => isWithin(wider, schema, "narrower")));
  // One that another includes apart from undocumented fields is reported, but breaks nobody.
  const covered = new Set([
    ...gone.filter((schema) => after.some((wider) => isWithin(schema, wider, "wider", "equal"))),
    ...added.filter((schema) =>
      before.some((wider) => isWithin(wider, schema, "narrower", "equal")),
    ),
  ]);
  return { pairs, gone, added, covered };

  /** Whether comparing all alternatives with each other takes acceptable time. */
  function isFew(): boolean {
    return gone.length * after.length + added.length * before.length <= mostCompared;
  }
}

/** The name of an alternative in messages. */
export function alternativeName(
  schema: Schema,
  alternatives: Alternatives,
  { flat }: Flattener,
): string {
  const branches = alternatives.get(schema)?.map(({ branch }) => branch) ?? [];
  const named = branches.flatMap((branch) => referredName(branch) ?? branch.title ?? []);
  const { values, types, required, properties } = flat(schema);
  if (named.length > 0 && !(types.size === 1 && types.has("null"))) return named.join(" and ");
  const fields = [...(required.size > 0 ? required : properties.keys())].slice(0, 3);
  const type = [...types].join(" or ");
  return (
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
  const same = old.map((element) => [element, left.get(canonicalJson(element))?.shift()] as const);
  const others = [...left.values()].flat();
  const pairs = same.map(([element, equal]) => [element, equal ?? others.shift()] as const);
  return [...pairs, ...others.map((added) => [undefined, added] as const)];
}

/** Number of pairs; more than two unions of a hundred changed branches need. */
const mostCompared = 20_000;

/** The tag of each alternative: the value that a discriminator maps to its branch, or its fields with a single value. */
function tagsOf(alternatives: Alternatives, { flat }: Flattener): Map<Schema, string> {
  return new Map(
    [...alternatives].flatMap(([schema, choices]): [Schema, string][] => {
      const fields = choices.flatMap(({ union }) => union.discriminator?.propertyName ?? []);
      const mapped = choices.flatMap(({ union: { discriminator }, branch }) =>
        mappedValues(discriminator, branch.$ref).map(
          (value) => `${discriminator?.propertyName ?? ""}=${canonicalJson(value)}`,
        ),
      );
      const constants = [...flat(schema).properties].flatMap(([name, field]) => {
        const { values = [] } = flat(field);
        const isTag = values.length === 1 && (fields.length === 0 || fields.includes(name));
        return isTag ? [`${name}=${canonicalJson(values[0])}`] : [];
      });
      const tags = mapped.length > 0 ? mapped : constants;
      return tags.length > 0 ? [[schema, tags.sort().join()]] : [];
    }),
  );
}
