/**
 * Why a text is not read as XML; undefined if a parser may read it. Parsers differ in what they accept, expand and
 * survive, so everything but well-formed elements without a document type is refused before them, in linear time.
 *
 * @example
 * xmlViolation("<!DOCTYPE a><a/>"); // "must have no document type (DOCTYPE)"
 */
export function xmlViolation(text: string): string | undefined {
  if (illegalInXml.test(text)) return notXml;
  const [declaration = ""] = /^<\?xml\s[^?]*\?>/.exec(text) ?? [];
  const parts = declaration.split(/["']/);
  const named = parts.findIndex((part) => part.trim().startsWith("encoding"));
  if (named >= 0 && parts[named + 1]?.toLowerCase() !== "utf-8") return "must be XML in UTF-8";
  let depth = 0;
  let at = 0;
  let tags = 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const start = next < 0 ? text.length : next;
    if (wrongReference.test(text.slice(at, start))) return notXml;
    if (start === text.length) break;
    tags += 1;
    if (tags > MOST_TAGS) return `must have at most ${MOST_TAGS} tags and comments`;
    const ending = endings.find(([opening]) => text.startsWith(opening, start));
    if (ending) {
      const end = text.indexOf(ending[1], start + ending[0].length);
      if (end < 0) return notXml;
      at = end + ending[1].length;
      continue;
    }
    if (text.startsWith("<!", start)) return "must have no document type (DOCTYPE)";
    tag.lastIndex = start;
    const [whole] = tag.exec(text) ?? [];
    if (whole === undefined || wrongReference.test(whole)) return notXml;
    if ((whole.match(attribute)?.length ?? 0) > MOST_ATTRIBUTES)
      return `must have at most ${MOST_ATTRIBUTES} attributes in an element`;
    if (whole.startsWith("</")) depth -= 1;
    else if (!whole.endsWith("/>")) depth += 1;
    if (depth > MOST_LEVELS) return `must nest no deeper than ${MOST_LEVELS} levels`;
    at = start + whole.length;
  }
  return undefined;
}

export const notXml = "must be well-formed XML in UTF-8";

/** XML 1.0, section 2.2. Lone surrogates are no characters. */
export const illegalInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * A text with U+FFFD in place of what XML cannot hold.
 *
 * @example
 * withoutIllegalXml("a\0"); // "a\ufffd"
 */
export function withoutIllegalXml(text: string): string {
  return text.replaceAll(new RegExp(illegalInXml, "gu"), "\ufffd");
}

/** As deep as JSON may be. Readers call themselves for each level. */
const MOST_LEVELS = 64;

/** Parsers need some microseconds for each, whatever its length. */
const MOST_TAGS = 5_000;

/** Parsers compare each attribute with all others of its element. */
const MOST_ATTRIBUTES = 256;

const attribute = /=\s*(?:"[^"]*"|'[^']*')/g;

/** What ends a comment, a section of text, and an instruction. */
const endings = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

const tag =
  /<(?:\/[^\s<>"'=&/]+\s*|[^\s<>"'=&/]+(?:\s+[^\s<>"'=&/]+\s*=\s*(?:"[^<"]*"|'[^<']*'))*\s*\/?)>/y;

/** XML 1.0, section 4.6: without a document type, no other entities exist. */
const wrongReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;
