import {
  allowsType,
  canonicalJson,
  type TypeName,
} from "@contract-toolkit/contract/schema-algebra";
import type { Effect, Found } from "../../change.ts";
import { makeChange, listReplacementChanges } from "../../kinds.ts";
import type { FlatSchema } from "../flat-schema.ts";
import type { InclusionOf, TextRules } from "../pattern-inclusion.ts";
import type { SchemaComparison } from "../schema-change.ts";

/** Types that were removed or added. */
export function typeNameChanges(old: FlatSchema, now: FlatSchema): Found[] {
  const gone = [...old.types].filter((type) => !allowsType(now.types, type));
  const added = [...now.types].filter((type) => !allowsType(old.types, type));
  if (gone.length + added.length === 0) return [];
  if (now.types.size === 0) return [makeChange("refused")];
  if (old.types.size === 0) return [makeChange("not-refused")];
  if ([...gone, ...added].every((type) => type === "null")) return nullChanges(gone, added);
  // A list of values implies its types, so the list is reported, not the types.
  if (now.values !== undefined && old.values === undefined && added.length === 0) return [];
  if (old.values !== undefined && now.values === undefined && gone.length === 0) return [];
  // `enumChanges` reports the values of two lists, except null.
  if (old.values !== undefined && now.values !== undefined) return nullChanges(gone, added);
  const rule =
    added.length === 0 ? "type-narrowed" : gone.length === 0 ? "type-widened" : "type-changed";
  return [makeChange(rule, ...[old, now].map(({ types }) => [...types].sort().join(" or ")))];
}

function nullChanges(gone: readonly TypeName[], added: readonly TypeName[]): Found[] {
  if (added.includes("null")) return [makeChange("became-nullable")];
  return gone.includes("null") ? [makeChange("became-not-nullable")] : [];
}

/** Listed values that were removed or added, and lists that were added or removed. */
export function enumChanges({ values: old }: FlatSchema, { values }: FlatSchema): Found[] {
  const listed = (all: readonly unknown[]) => all.map(canonicalJson).join(", ");
  if (old === undefined)
    return values === undefined ? [] : [makeChange("enum-added", listed(values))];
  if (values === undefined) return [makeChange("enum-removed", listed(old))];
  // `typeNameChanges` reports null.
  const { gone, added } = differing(printableValues(old), printableValues(values));
  return [
    ...gone.map((value) => ofValue(makeChange("enum-value-removed", value), value)),
    ...added.map((value) => ofValue(makeChange("enum-value-added", value), value)),
  ];
}

function ofValue(change: Found, json: string): Found {
  return { ...change, shown: JSON.parse(json) as unknown };
}

function printableValues(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null).map(canonicalJson);
}

/** The elements that only one of two lists has. */
export function differing<Value>(old: Iterable<Value>, now: Iterable<Value>) {
  const [before, after] = [new Set(old), new Set(now)];
  return {
    gone: [...before].filter((value) => !after.has(value)),
    added: [...after].filter((value) => !before.has(value)),
  };
}

/** Changes of patterns, formats, factors and unique items. */
export function testChanges(
  old: FlatSchema,
  now: FlatSchema,
  { inclusionOf }: Pick<SchemaComparison, "inclusionOf">,
): Found[] {
  // What only one side allows is a change of the type.
  const haveBoth = (type: TypeName) => [old, now].every(({ types }) => allowsType(types, type));
  return [
    ...(haveBoth("string")
      ? [
          ...patternChanges(old, now, inclusionOf),
          ...textChanges("format", old.formats, now.formats),
        ]
      : []),
    ...(haveBoth("integer") ? factorChanges(old.multiples, now.multiples) : []),
    ...(haveBoth("array") && old.hasUniqueItems !== now.hasUniqueItems
      ? [makeChange(now.hasUniqueItems ? "unique-items-added" : "unique-items-removed")]
      : []),
  ];
}

function patternChanges(old: FlatSchema, now: FlatSchema, inclusionOf: InclusionOf): Found[] {
  const forth = inclusionOf(textRulesOf(old), now);
  const back = inclusionOf(textRulesOf(now), old);
  const [ifNoneLost, ifSomeLost] =
    back === "included" ? (["equal", "narrower"] as const) : (["wider", "incomparable"] as const);
  const effect: Effect = forth === "included" ? ifNoneLost : ifSomeLost;
  const texts = [forth, back].flatMap((inclusion) =>
    typeof inclusion === "string" ? [] : [inclusion.text],
  );
  return textChanges("pattern", old.patterns, now.patterns).map((textChange) => ({
    ...textChange,
    effect,
    texts,
    isUndecided: forth === "unknown" || back === "unknown",
  }));
}

function textRulesOf({ patterns, limits }: FlatSchema): TextRules {
  return { patterns, minLength: limits.get("minLength"), maxLength: limits.get("maxLength") };
}

function textChanges(
  rule: "pattern" | "format",
  old: ReadonlySet<string>,
  now: ReadonlySet<string>,
): Found[] {
  const { gone, added } = differing(old, now);
  const [before, after] = [gone, added].map((texts) =>
    texts.length > 0 ? texts.join(" and ") : undefined,
  );
  return listReplacementChanges(rule, before, after);
}

function factorChanges(old: ReadonlySet<number>, now: ReadonlySet<number>): Found[] {
  const { gone, added } = differing(old, now);
  const [before, after] = [gone, added].map(([factor]) => factor?.toString());
  const changes = listReplacementChanges("multiple-of", before, after);
  if (before === undefined || after === undefined) return changes;
  const isWithin = (some: ReadonlySet<number>, others: ReadonlySet<number>) =>
    [...others].every((factor) => [...some].some((multiple) => isWhole(multiple / factor)));
  const [isNarrower, isWider] = [isWithin(now, old), isWithin(old, now)];
  const effect: Effect =
    isNarrower && isWider ? "equal" : isNarrower ? "narrower" : isWider ? "wider" : "incomparable";
  return changes.map((change) => ({ ...change, effect }));
}

/** A quotient of decimal fractions may differ from a whole number by a rounding error. */
function isWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * quotient;
}

/** A `not` that only one side has. */
export function negationChanges({ nots: old }: FlatSchema, { nots }: FlatSchema): Found[] {
  if (nots.length === old.length) return [];
  return [makeChange(nots.length > old.length ? "not-added" : "not-removed")];
}
