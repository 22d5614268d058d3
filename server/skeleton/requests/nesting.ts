/**
 * Whether JSON nests deeper than so many levels; an object or list in none is one level deep. One pass over the bytes,
 * before anything is made of them. Of what is no JSON, the part before the first mistake is counted rightly.
 */
export function nestsDeeper(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at);
        break;
      case brace:
      case bracket:
        depth += 1;
        if (depth > levels) return true;
        break;
      case closingBrace:
      case closingBracket:
        depth -= 1;
        break;
    }
  }
  return false;
}

/** RFC 8259, sections 2 and 7. */
const quote = 0x22;
const backslash = 0x5c;
const bracket = 0x5b;
const closingBracket = 0x5d;
const brace = 0x7b;
const closingBrace = 0x7d;

/** The place of the quotation mark that ends the string that begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
