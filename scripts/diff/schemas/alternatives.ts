import type { Schema } from "@contract-toolkit/contract";
import {
  conjunctsOf,
  followReference,
  isMetaDataKeyword,
  readTypeNames,
  allowsType,
  type TypeName,
} from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema, Flattener, Union } from "./flat-schema.ts";

/** The branch that an alternative takes of a union. */
interface Choice {
  readonly union: Union;
  readonly branch: Schema;
}

/** Schemas of which a value fits at least one, each with the branches that it takes. */
export type Alternatives = ReadonlyMap<Schema, readonly Choice[]>;

/** Unions inside of more alternatives are taken apart when the alternatives are compared. */
const mostAlternatives = 100;

const mostTypes = 3;

/**
 * The normal form of a schema with unions: each alternative takes one branch of each union, of the unions inside that branch,
 * and one type, together with everything that applies beside the unions.
 *
 * @param kept the branches of unions that stay as they are
 */
export function alternativesOf(
  schema: Schema,
  kept: ReadonlySet<Union["branches"]>,
  flattener: Flattener,
): Alternatives {
  let all: Alternatives = new Map([[schema, []]]);
  for (let isOpen = true; isOpen;) {
    const entries = [...all].flatMap(([each, choices]) => taken(each, choices, kept, flattener));
    const targets = new Map(
      entries.map((entry) => [followReference(entry[0], flattener.resolve), entry]),
    );
    const next: Alternatives = new Map(targets.values());
    isOpen = next.size <= mostAlternatives && [...next.keys()].some((each) => !all.has(each));
    if (isOpen || all.size === 1) all = next;
  }
  return new Map([...all].flatMap(([each, choices]) => ofOneType(each, choices, flattener)));
}

type Entry = readonly [Schema, readonly Choice[]];

/** The alternatives of the next union of a schema. */
function taken(
  schema: Schema,
  choices: readonly Choice[],
  kept: ReadonlySet<Union["branches"]>,
  flattener: Flattener,
): Entry[] {
  const isDone = ({ branches }: Union) =>
    kept.has(branches) || choices.some(({ union }) => union.branches === branches);
  const union = flattener.flat(schema).unions.find((each) => !isDone(each));
  if (!union) return [[schema, choices]];
  const beside = partsBeside(schema, union, flattener);
  return union.branches.flatMap((branch): Entry[] => {
    const whole = flattener.both([branch, ...beside]);
    const isPossible = allowsSomething(flattener.flat(whole), flattener);
    return isPossible ? [[whole, [...choices, { union, branch }]]] : [];
  });
}

function allowsSomething({ types, required, properties }: FlatSchema, { flat }: Flattener) {
  if (types.size !== 1 || !types.has("object")) return types.size > 0;
  return [...required].every((name) => {
    const field = properties.get(name);
    return !field || flat(field).types.size > 0;
  });
}

/** A schema of a few types is an alternative for each, because null may be a type or a branch. */
function ofOneType(schema: Schema, choices: readonly Choice[], flattener: Flattener): Entry[] {
  const { types } = flattener.flat(schema);
  if (types.size < 2 || types.size > mostTypes) return [[schema, choices]];
  const rules = partsBeside(schema, noUnion, flattener);
  return [...types].map((type) => [flattener.both([typeOnly(type), ...rules]), choices]);
}

const noUnion: Union = { keyword: "anyOf", branches: [], discriminator: undefined };

const ofTypes = new Map<TypeName, Schema>();

/** The same type always gives the same object, so that equal pairs are compared once. */
function typeOnly(type: TypeName): Schema {
  const known = ofTypes.get(type) ?? { type };
  ofTypes.set(type, known);
  return known;
}

const known = new WeakMap<Schema, Map<Union["branches"], Schema[]>>();

/** What restricts values beside one union of a schema. The same union always gives the same objects. */
function partsBeside(schema: Schema, union: Union, { resolve, flat }: Flattener): Schema[] {
  const ofSchema = known.get(schema) ?? new Map<Union["branches"], Schema[]>();
  const isImplied = (keyword: string, value: unknown) =>
    keyword === "type" &&
    union.branches.every((branch) =>
      [...flat(branch).types].every((type) => allowsType(readTypeNames(value), type)),
    );
  const isLeftOut = (keyword: string, value: unknown) =>
    value === union.branches ||
    (isMetaDataKeyword(keyword) && !/^x-.*positions?$/.test(keyword)) ||
    keyword === "discriminator" ||
    isImplied(keyword, value);
  const found =
    ofSchema.get(union.branches) ??
    conjunctsOf([schema], resolve)
      .map((part) => Object.entries(part).filter((entry) => !isLeftOut(...entry)))
      .filter((entries) => entries.some(([keyword]) => !isMetaDataKeyword(keyword)))
      .map((entries): Schema => Object.fromEntries(entries));
  known.set(schema, ofSchema.set(union.branches, found));
  return found;
}
