import {
  type Counts,
  strictestCounts,
  strictestLimits,
  readTypeNames,
} from "@contract-toolkit/contract/schema-algebra";
import { accepts } from "../second-validator/oracle.ts";
import { valuesOfFormat } from "./format-values.ts";
import type { Schema } from "@contract-toolkit/contract";
import { MOST_LETTERS } from "./place.ts";
import { textsOfPattern } from "./text-of-pattern.ts";

export function numberFor(parts: readonly Schema[], type: "integer" | "number", variant: number) {
  const { low, high, step } = numberBounds(parts, type);
  const from = Math.ceil(low / step);
  const to = Math.floor(high / step);
  // Small numbers are the most likely to be meaningful.
  const first = from <= 1 && to >= 1 ? 1 : from <= 0 && to >= 0 ? 0 : from > 0 ? from : to;
  const proposals = [
    ...[first + variant, first - variant, from + variant, first].map((number) =>
      rounded(number, step),
    ),
    ...[first + 1, first - 1].map((number) => rounded(number, step)),
    (low + high) / 2,
    low + 0.5,
    low,
    high,
  ];
  return proposals.find((proposal) => keeps(parts, proposal));
}

/** The narrowest bounds of a number, and the largest factor that it must be a multiple of. */
function numberBounds(parts: readonly Schema[], type: "integer" | "number") {
  const step = Math.max(...parts.map(({ multipleOf }) => multipleOf ?? 0)) || 1;
  const bounds = strictestLimits(parts, readTypeNames(type));
  const low = Math.max(
    bounds.get("minimum") ?? -Infinity,
    bounds.get("exclusiveMinimum") ?? -Infinity,
  );
  const high = Math.min(
    bounds.get("maximum") ?? Infinity,
    bounds.get("exclusiveMaximum") ?? Infinity,
  );
  return { low, high, step };
}

/** Binary fractions such as multiples of 0.01 are inexact. */
function rounded(count: number, step: number): number {
  return Number((count * step).toPrecision(15));
}

export function textFor(parts: readonly Schema[], variant: number): string | undefined {
  const lengths = strictestCounts(parts, "Length");
  if (lengths.min > MOST_LETTERS) return undefined;
  for (const proposal of proposals(parts, lengths, variant))
    if (keeps(parts, proposal)) return proposal;
  return undefined;
}

function* proposals(parts: readonly Schema[], lengths: Counts, variant: number): Generator<string> {
  const format = parts.find((part) => part.format !== undefined)?.format;
  if (format !== undefined) {
    yield* formatSpellings(format, variant);
    for (const spelling of formatSpellings(format, variant)) yield stretched(spelling, lengths);
  }
  const patterns = parts.flatMap(({ pattern }) => pattern ?? []);
  // A lookahead or lookbehind may refuse the first variant.
  for (let more = 0; more < MOST_VARIANTS; more += 1)
    for (const pattern of patterns)
      for (const text of textsOfPattern(pattern, lengths, variant + more)) {
        yield text;
        // A pattern without anchors describes only a part of the text.
        if (format !== undefined)
          yield* formatSpellings(format, variant).map((spelling) => spelling + text);
      }
  if (patterns.length === 0)
    yield* ["text", "x", "a1"].map((text) =>
      stretched(variant === 0 ? text : `${variant}${text}`, lengths),
    );
}

const MOST_VARIANTS = 4;

function formatSpellings(format: string, variant: number): string[] {
  const { usual, right } = valuesOfFormat(format);
  const all = [...(usual === undefined ? [] : [usual]), ...right].filter(
    (value) => typeof value === "string",
  );
  if (variant === 0) return all;
  const numbered = all.map((text) => text.replace(/\d(?=\D*$)/, String(variant % 10)));
  const longer = all.map((text) => text.replace(/(?=@)|$/, String(variant)));
  return [...[...numbered, ...longer].filter((text) => !all.includes(text)), ...all.slice(variant)];
}

function stretched(text: string, { min, max }: Counts): string {
  return text.slice(0, max === Infinity ? undefined : max).padEnd(min, "x");
}

function keeps(parts: readonly Schema[], value: unknown): boolean {
  return parts.every((part) => accepts(part, value));
}
