/** What separates the items of a list in one parameter of a query (OpenAPI 3, style of a parameter). */
export type QuerySeparator = "," | " " | "|";

/**
 * The items of a list in a query, still percent-encoded: a separator that is encoded belongs to an item. A space is always
 * encoded, and a bar has to be (RFC 3986). So `%20` separates and `+` is in an item, and `|` separates and `%7C` is in an item;
 * where only the second of them is there, it separates.
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
 * Writes a list into a query so that `splitQueryList` reads its items.
 *
 * @throws {TypeError} for a single item that has its space or bar in it, since it would be read as several.
 * @example
 * joinQueryList(["x,y", "z"], ","); // "x%2Cy,z"
 */
export function joinQueryList(items: readonly string[], separator: QuerySeparator = ","): string {
  const texts = items.map(encodeURIComponent);
  if (separator === ",") return texts.join(separator);
  const encoded = encodeURIComponent(separator);
  if (!items.some((item) => item.includes(separator))) return texts.join(encoded);
  if (items.length === 1)
    throw new TypeError(`a list of one item cannot have "${separator}" in it, which separates`);
  if (separator === "|") return texts.join(separator);
  return texts.map((text) => text.replaceAll("%20", "+")).join(encoded);
}

/**
 * The items of a list in a header. There may be space around the commas, and an item may be a quoted string, whose commas separate
 * nothing (RFC 9110, sections 5.6.1 and 5.6.4).
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
  return [...items, text.slice(start)].map((item) => unquoted(item.trim()));
}

function unquoted(item: string): string {
  return quotedString.test(item) ? item.slice(1, -1).replace(/\\(.)/g, "$1") : item;
}

const quotedString = /^"(?:[^"\\]|\\.)*"$/;

/** Writes a list into a header so that `splitHeaderList` reads its items: those that would be read otherwise are quoted. */
export function joinHeaderList(items: readonly string[]): string {
  return items
    .map((item) =>
      /[,"]|^\s|\s$/.test(item) ? `"${item.replace(/["\\]/g, String.raw`\$&`)}"` : item,
    )
    .join(",");
}
