/** Separates the items of a list in one query parameter (OpenAPI 3, style of a parameter). */
export type QuerySeparator = "," | " " | "|";

/**
 * Splits a list in a query. The items stay percent-encoded, because an encoded separator belongs to an item. A space is always
 * encoded, and a bar must be (RFC 3986), so `%20` separates and `+` does not; `|` separates and `%7C` does not. If only the
 * second form occurs, it separates.
 *
 * @example
 * splitQueryList("x%2Cy,z", ","); // ["x%2Cy", "z"]
 */
export function splitQueryList(text: string, separator: QuerySeparator = ","): string[] {
  const [first, second] = spellings[separator];
  return text.split(second && !first.test(text) ? second : first);
}

const spellings: Readonly<Record<QuerySeparator, readonly [RegExp, RegExp?]>> = {
  ",": [/,/],
  " ": [/%20/, /\+/],
  "|": [/\|/, /%7C/i],
};

/**
 * Writes a list into a query, for `splitQueryList` to read.
 *
 * @throws {TypeError} for a single item that contains its separator (a space or bar): it would be read as several
 * @example
 * joinQueryList(["x,y", "z"], ","); // "x%2Cy,z"
 */
export function joinQueryList(items: readonly string[], separator: QuerySeparator = ","): string {
  const texts = items.map(encodeURIComponent);
  if (separator === ",") return texts.join(separator);
  const encoded = encodeURIComponent(separator);
  if (!items.some((item) => item.includes(separator))) return texts.join(encoded);
  if (items.length === 1)
    throw new TypeError(`A list of one item cannot contain its separator "${separator}".`);
  if (separator === "|") return texts.join(separator);
  return texts.map((text) => text.replaceAll("%20", "+")).join(encoded);
}

/**
 * Splits a list in a header. Spaces around the commas and empty items are ignored. An item may be a quoted string with commas
 * (RFC 9110, sections 5.6.1 and 5.6.4).
 *
 * @example
 * splitHeaderList('"x,y", z'); // ["x,y", "z"]
 */
export function splitHeaderList(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, text.slice(start)]
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map(unquoted);
}

function unquoted(item: string): string {
  return quotedString.test(item) ? item.slice(1, -1).replace(/\\(.)/g, "$1") : item;
}

const quotedString = /^"(?:[^"\\]|\\.)*"$/;

/** Writes a list into a header, for `splitHeaderList` to read. Items are quoted if necessary. */
export function joinHeaderList(items: readonly string[]): string {
  return items
    .map((item) =>
      /[,"]|^\s|\s$|^$/.test(item) ? `"${item.replace(/["\\]/g, String.raw`\$&`)}"` : item,
    )
    .join(",");
}
