import type { FlatSchema } from "../flat-schema.ts";
import { allows, textOf, type TypeName } from "@contract-toolkit/kernel/schema-algebra";
import type { Effect, Found } from "../schema-change.ts";

/** Types that are allowed no more, or besides. */
export function typeChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const gone = [...old.types].filter((type) => !allows(now.types, type));
  const added = [...now.types].filter((type) => !allows(old.types, type));
  if (gone.length + added.length === 0) return [];
  const effect = effectOf(gone, added);
  const keyword = "type";
  if (now.types.size === 0)
    return [{ rule: "refused", effect: "narrower", message: "no value is allowed here now" }];
  if (old.types.size === 0)
    return [{ rule: "not-refused", effect: "wider", message: "a value is allowed here now" }];
  if ([...gone, ...added].every((type) => type === "null")) return nullChanges(gone, added);
  // A list of values says which types they are of.
  if (now.values !== undefined && old.values === undefined && added.length === 0) return [];
  if (old.values !== undefined && now.values === undefined && gone.length === 0) return [];
  // Of listed values, it is told which.
  if (old.values !== undefined && now.values !== undefined) return nullChanges(gone, added);
  const [before, after] = [old.types, now.types].map((types) => [...types].sort().join(" or "));
  return [
    {
      rule: typeRules[effect],
      effect,
      keyword,
      message: `the type changed from ${before ?? ""} to ${after ?? ""}`,
    },
  ];
}

const typeRules: Readonly<Record<Effect, string>> = {
  narrower: "type-narrowed",
  wider: "type-widened",
  incomparable: "type-changed",
  equal: "type-changed",
};

function nullChanges(gone: readonly TypeName[], added: readonly TypeName[]): Found[] {
  const keyword = "type";
  if (added.includes("null"))
    return [{ rule: "became-nullable", effect: "wider", keyword, message: "null is allowed now" }];
  if (!gone.includes("null")) return [];
  const message = "null is no longer allowed";
  return [{ rule: "became-not-nullable", effect: "narrower", keyword, message }];
}

/** Values of a list that are gone or added, and lists that are new or gone. */
export function enumChanges({ values: old }: FlatSchema, { values }: FlatSchema): Found[] {
  const keyword = "enum";
  if (old === undefined && values === undefined) return [];
  if (old === undefined || values === undefined) {
    const listed = (old ?? values ?? []).map(textOf).join(", ");
    return old === undefined
      ? [
          {
            rule: "enum-added",
            keyword,
            effect: "narrower",
            message: `only ${listed} are allowed now`,
          },
        ]
      : [
          {
            rule: "enum-removed",
            keyword,
            effect: "wider",
            message: `values other than ${listed} are allowed now`,
          },
        ];
  }
  // That null is allowed is told of the types.
  const [had, has] = [textsOf(old), textsOf(values)];
  const gone = [...had].filter((text) => !has.has(text));
  const added = [...has].filter((text) => !had.has(text));
  return [
    ...gone.map((value): Found => ({
      rule: "enum-value-removed",
      keyword,
      effect: "narrower",
      message: `the value ${value} is no longer allowed`,
    })),
    ...added.map((value): Found => ({
      rule: "enum-value-added",
      keyword,
      effect: "wider",
      message: `the value ${value} was added`,
    })),
  ];
}

function textsOf(values: readonly unknown[]): Set<string> {
  return new Set(values.filter((value) => value !== null).map(textOf));
}

/** Patterns, formats, factors, and whether items may be repeated. */
export function testChanges(old: FlatSchema, now: FlatSchema): Found[] {
  return [
    ...setChanges("pattern", "pattern", old.patterns, now.patterns),
    ...setChanges("format", "format", old.formats, now.formats),
    ...multipleChanges(old.multiples, now.multiples),
    ...uniqueness(old, now),
  ];
}

function setChanges(
  rule: string,
  keyword: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Found[] {
  const gone = [...before].filter((each) => !after.has(each));
  const added = [...after].filter((each) => !before.has(each));
  if (gone.length + added.length === 0) return [];
  const message =
    gone.length === 0
      ? `the ${keyword} ${added.join(" and ")} was added`
      : added.length === 0
        ? `the ${keyword} ${gone.join(" and ")} was removed`
        : `the ${keyword} changed from ${gone.join(" and ")} to ${added.join(" and ")}`;
  const suffix = gone.length === 0 ? "added" : added.length === 0 ? "removed" : "changed";
  return [{ rule: `${rule}-${suffix}`, keyword, effect: effectOf(added, gone), message }];
}

function multipleChanges(before: ReadonlySet<number>, after: ReadonlySet<number>): Found[] {
  const gone = [...before].filter((each) => !after.has(each));
  const added = [...after].filter((each) => !before.has(each));
  const [one, other] = [gone[0], added[0]];
  const rule = "multiple-of";
  const keyword = "multipleOf";
  if (one === undefined && other === undefined) return [];
  if (other === undefined)
    return [
      {
        rule: `${rule}-removed`,
        keyword,
        effect: "wider",
        message: `the factor ${Number(one)} was removed`,
      },
    ];
  if (one === undefined)
    return [
      {
        rule: `${rule}-added`,
        keyword,
        effect: "narrower",
        message: `the factor ${other} was added`,
      },
    ];
  const effect = other % one === 0 ? "narrower" : one % other === 0 ? "wider" : "incomparable";
  return [
    {
      rule: `${rule}-changed`,
      keyword,
      effect,
      message: `the factor changed from ${one} to ${other}`,
    },
  ];
}

function uniqueness(old: FlatSchema, now: FlatSchema): Found[] {
  if (old.hasUniqueItems === now.hasUniqueItems) return [];
  return [
    now.hasUniqueItems
      ? {
          rule: "unique-items-added",
          keyword: "uniqueItems",
          effect: "narrower",
          message: "items must be unique now",
        }
      : {
          rule: "unique-items-removed",
          keyword: "uniqueItems",
          effect: "wider",
          message: "items may be repeated now",
        },
  ];
}

/** What is denied on one side only. */
export function negationChanges({ nots: old }: FlatSchema, { nots }: FlatSchema): Found[] {
  const keyword = "not";
  if (nots.length > old.length)
    return [
      { rule: "not-added", keyword, effect: "narrower", message: "some values are refused now" },
    ];
  if (nots.length < old.length)
    return [
      {
        rule: "not-removed",
        keyword,
        effect: "wider",
        message: "some values are no longer refused",
      },
    ];
  return [];
}

/** What it means that something is gone from a list of what is allowed, and something added. */
export function effectOf(gone: readonly unknown[], added: readonly unknown[]): Effect {
  if (gone.length > 0 && added.length > 0) return "incomparable";
  return gone.length > 0 ? "narrower" : "wider";
}
