import { readRange, type Range } from "./accept.ts";
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
  const rated = values.map((value) => {
    const found = ranges.map(({ type, quality }, at) => {
      const closeness = isWildcard(type) ? 1 : closenessOf[header]?.(type, value.toLowerCase());
      return { value, at, quality, closeness: closeness ?? 0 };
    });
    const closest = Math.max(...found.map(({ closeness }) => closeness));
    return found.find(({ closeness }) => closeness > 0 && closeness === closest);
  });
  const known = rated.filter((each) => each !== undefined).filter(({ quality }) => quality > 0);
  const isAny = known.length === values.length && known.every(({ closeness }) => closeness === 1);
  if (isAny) return undefined;
  return known
    .sort((one, other) => other.quality - one.quality || one.at - other.at)
    .map(({ value }) => value);
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
