import { mediaTypeOf } from "./media-type.ts";

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
  const ranges = accept.split(",", maxRanges).map(readRange);
  const rated = types.map((type) => ({ type, quality: qualityOf(mediaTypeOf(type), ranges) }));
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
  return qualityOf(mediaTypeOf(type), accept.split(",", maxRanges).map(readRange)) > 0;
}

/** More say nothing that a server has to act on. */
const maxRanges = 50;

/** What a client says of something that it may be answered with. */
export interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Reads one of the ranges of a header with its weight (RFC 9110, section 12.4.2). */
export function readRange(text: string): Range {
  const [, ...parameters] = text.toLowerCase().split(";");
  const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith("q="));
  const quality = Number(weight?.slice(2) ?? 1);
  return { type: mediaTypeOf(text), quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** Of the ranges that a type is in, the narrowest counts. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [main = ""] = type.split("/");
  for (const range of [type, `${main}/*`, "*/*"]) {
    const found = ranges.find((each) => each.type === range);
    if (found) return found.quality;
  }
  return 0;
}
