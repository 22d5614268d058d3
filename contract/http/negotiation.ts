import { mediaTypeOf } from "./media-type.ts";
import type { Parameter } from "../operation.ts";

/**
 * Whether a header states what a client prefers (RFC 9110, sections 10.1.5 and 12.5). Browsers and `fetch` send such headers by
 * themselves.
 */
export function isNegotiated(header: string): boolean {
  return Object.hasOwn(closenessOf, header.toLowerCase());
}

type Negotiated = Pick<Parameter, "name" | "negotiated"> &
  Partial<Pick<Parameter, "required" | "array">>;

/**
 * Reads a negotiated header as the documented value that matches best, or for a list as all that match. They are ordered by
 * quality, then by their place in the header, then as documented.
 *
 * @param parameter its `negotiated` are the documented values; without any, the text is kept
 * @returns undefined if the client prefers none of them: the header counts as not given
 * @example
 * negotiate(acceptLanguage, "de, fr-CH;q=0.9, *;q=0.1"); // "fr" of "en" and "fr"
 */
export function negotiate(
  { name, negotiated = [], required, array }: Negotiated,
  text: string,
): string | undefined {
  const ranges = parseRanges(name.toLowerCase(), text);
  if (negotiated.length === 0)
    return ranges.every(({ type }) => isWildcard(type)) ? undefined : text;
  const values = negotiated.includes(text)
    ? [text]
    : preferred(name.toLowerCase(), ranges, negotiated);
  // The client accepts everything, and a value is required.
  if (values === undefined) return required ? negotiated[0] : undefined;
  // A required header without a match is kept, for the validator to refuse.
  if (values.length === 0) return required ? text : undefined;
  return array ? values.join(",") : values[0];
}

/** The values that a header prefers, best first; undefined if it has no preference. */
function preferred(
  header: string,
  ranges: readonly Range[],
  values: readonly string[],
): readonly string[] | undefined {
  const known = values.flatMap((value) => {
    const found = closestTo(value, header, ranges);
    return found && found.quality > 0 ? [{ value, ...found }] : [];
  });
  const isAny = known.length === values.length && known.every(({ closeness }) => closeness === 1);
  if (isAny) return undefined;
  return known
    .sort((left, right) => right.quality - left.quality || left.at - right.at)
    .map(({ value }) => value);
}

/** The range of a header that is closest to a value; undefined if there is none. */
function closestTo(value: string, header: string, ranges: readonly Range[]) {
  const found = ranges.map(({ type, quality }, at) => {
    const closeness = isWildcard(type) ? 1 : closenessOf[header]?.(type, value.toLowerCase());
    return { at, quality, closeness: closeness ?? 0 };
  });
  const best = Math.max(1, ...found.map(({ closeness }) => closeness));
  return found.find(({ closeness }) => closeness === best);
}

function parseRanges(header: string, text: string): Range[] {
  if (header !== "user-agent") return text.split(",", maxRanges).map(readRange);
  const products = text
    .replaceAll(/\([^()]*\)/g, " ")
    .trim()
    .split(/\s+/, maxRanges);
  return products.map((type) => ({ type: type.toLowerCase(), quality: 1 }));
}

/** Further ranges are ignored. */
const maxRanges = 50;

function isWildcard(range: string): boolean {
  return range === "*" || range === "*/*";
}

/** How closely a range matches a value, both in lower case. 0: not at all; 1: as `*` does. The closest range counts. */
const closenessOf: Readonly<Record<string, (range: string, value: string) => number>> = {
  accept: (range, value) => {
    const [type = ""] = value.split(";");
    if (range === value || range === type.trim()) return 3;
    return range.endsWith("/*") && value.startsWith(range.slice(0, -1)) ? 2 : 0;
  },
  "accept-charset": scoreExactMatch,
  "accept-encoding": scoreExactMatch,
  // RFC 4647, sections 3.3.1 and 3.4: the range `en` matches `en-GB`, and the range `en-GB` falls back to `en`.
  "accept-language": (range, value) => {
    if (range === value) return 4;
    if (value.startsWith(`${range}-`)) return 3;
    return range.startsWith(`${value}-`) ? 2 : 0;
  },
  "user-agent": (range, value) => (range === value || range.startsWith(`${value}/`) ? 2 : 0),
};

function scoreExactMatch(range: string, value: string): number {
  return range === value ? 2 : 0;
}

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1). The first type wins a tie. It is also the response if the
 * client accepts none of them, because an unwanted response says more than none.
 *
 * @param accept the header "Accept"
 * @param types the server's preferred type first
 * @example
 * preferredType("text/*, application/json;q=0.5", ["application/json", "text/csv"]); // "text/csv"
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const [first] = types;
  if (accept === undefined || types.length === 1) return first;
  const ranges = parseRanges("accept", accept);
  const rated = types.map((type) => ({ type, quality: qualityOf(type, ranges) }));
  const best = Math.max(...rated.map(({ quality }) => quality));
  return rated.find(({ quality }) => quality === best)?.type ?? first;
}

/**
 * Whether a client accepts a media type (RFC 9110, section 12.5.1).
 *
 * @param accept the header "Accept"
 * @example
 * isAcceptable("text/html", "application/json"); // false
 */
export function isAcceptable(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return true;
  return qualityOf(type, parseRanges("accept", accept)) > 0;
}

/** One range of a header with its weight. */
interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Reads a range with its weight (RFC 9110, section 12.4.2). */
function readRange(text: string): Range {
  const [, ...parameters] = text.toLowerCase().split(";");
  const weight = parameters
    .map((parameter) => parameter.trim())
    .find((text) => text.startsWith("q="));
  const quality = Number(weight?.slice(2) ?? 1);
  return { type: mediaTypeOf(text), quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function qualityOf(type: string, ranges: readonly Range[]): number {
  return closestTo(mediaTypeOf(type), "accept", ranges)?.quality ?? 0;
}
