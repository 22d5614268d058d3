import { mediaTypeOf } from "./media-type.ts";
import type { Parameter } from "../operation.ts";

/**
 * Whether clients tell by a header what they would rather have (RFC 9110, sections 10.1.5 and 12.5). Programs that make
 * requests, such as browsers and `fetch`, give these headers by themselves.
 */
export function isNegotiated(header: string): boolean {
  return Object.hasOwn(closenessOf, header.toLowerCase());
}

type Negotiated = Pick<Parameter, "name" | "negotiated"> &
  Partial<Pick<Parameter, "required" | "array">>;

/**
 * What a negotiated header says to an operation: of the documented values the one that matches best, or for a list all
 * that match, best first. By quality, then as the header has them, then as they are documented.
 *
 * @param parameter with the values that are documented in `negotiated`; without any, the text stays
 * @returns undefined where the client prefers none of them: the header counts as not given
 * @example
 * negotiate(acceptLanguage, "de, fr-CH;q=0.9, *;q=0.1"); // "fr" of "en" and "fr"
 */
export function negotiate(
  { name, negotiated = [], required, array }: Negotiated,
  text: string,
): string | undefined {
  const ranges = rangesOf(name.toLowerCase(), text);
  if (negotiated.length === 0)
    return ranges.every(({ type }) => isWildcard(type)) ? undefined : text;
  const values = negotiated.includes(text)
    ? [text]
    : preferred(name.toLowerCase(), ranges, negotiated);
  // Everything is acceptable, and one of them has to be given.
  if (values === undefined) return required ? negotiated[0] : undefined;
  // A required one that matches nothing stays as it is, for a validator to refuse.
  if (values.length === 0) return required ? text : undefined;
  return array ? values.join(",") : values[0];
}

/** The values that a header prefers, best first; undefined: it prefers none to the others. */
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
    .sort((one, other) => other.quality - one.quality || one.at - other.at)
    .map(({ value }) => value);
}

/** The range of a header that is closest to a value; undefined where it is in none. */
function closestTo(value: string, header: string, ranges: readonly Range[]) {
  const found = ranges.map(({ type, quality }, at) => {
    const closeness = isWildcard(type) ? 1 : closenessOf[header]?.(type, value.toLowerCase());
    return { at, quality, closeness: closeness ?? 0 };
  });
  const best = Math.max(1, ...found.map(({ closeness }) => closeness));
  return found.find(({ closeness }) => closeness === best);
}

function rangesOf(header: string, text: string): Range[] {
  if (header !== "user-agent") return text.split(",", maxRanges).map(readRange);
  const products = text
    .replaceAll(/\([^()]*\)/g, " ")
    .trim()
    .split(/\s+/, maxRanges);
  return products.map((type) => ({ type: type.toLowerCase(), quality: 1 }));
}

/** More say nothing that a server has to act on. */
const maxRanges = 50;

function isWildcard(range: string): boolean {
  return range === "*" || range === "*/*";
}

/** How closely a range is a value's, both in lower case; 0: not at all, 1 is everything's. The closest one counts. */
const closenessOf: Readonly<Record<string, (range: string, value: string) => number>> = {
  accept: (range, value) => {
    const [type = ""] = value.split(";");
    if (range === value || range === type.trim()) return 3;
    return range.endsWith("/*") && value.startsWith(range.slice(0, -1)) ? 2 : 0;
  },
  "accept-charset": isSame,
  "accept-encoding": isSame,
  // RFC 4647, sections 3.3.1 and 3.4: `en` is the range of `en-GB`, and `en` is found for `en-GB`.
  "accept-language": (range, value) => {
    if (range === value) return 4;
    if (value.startsWith(`${range}-`)) return 3;
    return range.startsWith(`${value}-`) ? 2 : 0;
  },
  "user-agent": (range, value) => (range === value || range.startsWith(`${value}/`) ? 2 : 0),
};

function isSame(range: string, value: string): number {
  return range === value ? 2 : 0;
}

/**
 * The media type that a client would rather have (RFC 9110, section 12.5.1). Of several that it likes as much, and where it
 * likes none, it is the first: an answer that nobody asked for tells more than none.
 *
 * @param accept the header "Accept"
 * @param types in the order of the server's own preference
 * @example
 * preferredType("text/*, application/json;q=0.5", ["application/json", "text/csv"]); // "text/csv"
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const [first] = types;
  if (accept === undefined || types.length === 1) return first;
  const ranges = rangesOf("accept", accept);
  const rated = types.map((type) => ({ type, quality: qualityOf(type, ranges) }));
  const best = Math.max(...rated.map(({ quality }) => quality));
  return rated.find(({ quality }) => quality === best)?.type ?? first;
}

/**
 * Whether a client takes a media type at all (RFC 9110, section 12.5.1).
 *
 * @param accept the header "Accept"
 * @example
 * isAcceptable("text/html", "application/json"); // false
 */
export function isAcceptable(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return true;
  return qualityOf(type, rangesOf("accept", accept)) > 0;
}

/** What a client says of something that it may be answered with. */
interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Reads one of the ranges of a header with its weight (RFC 9110, section 12.4.2). */
function readRange(text: string): Range {
  const [, ...parameters] = text.toLowerCase().split(";");
  const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith("q="));
  const quality = Number(weight?.slice(2) ?? 1);
  return { type: mediaTypeOf(text), quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function qualityOf(type: string, ranges: readonly Range[]): number {
  return closestTo(mediaTypeOf(type), "accept", ranges)?.quality ?? 0;
}
