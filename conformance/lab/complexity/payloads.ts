import fc from "fast-check";

/** Something that is sent at a place, as long as it is asked for. */
export interface Content {
  readonly name: string;
  /** Text of about so many bytes. */
  readonly text: (bytes: number) => string;
}

/** Where a run of one text ends in another, so that an expression that has read it all has to begin again. */
const END = "!";

/** Texts that parsers, escapers and expressions treat in ways of their own. */
const units = [
  // Each is one code point.
  ...Array.from("aA0 -_/.[]{}()<>%\\\"'@,:;=&#?+*^$|~`\n\t\0é😀"),
  "%41",
  "\\u0041",
  "a.",
  "a ",
  "0 ",
  "a=",
  "a@",
  "//",
  "::",
  "../",
];

/**
 * Runs of one text: of characters that mean something somewhere, of what patterns begin with, and of further
 * texts that are known to be looked for. Each with and without another end.
 */
export function runs(further: readonly string[]): Content[] {
  return [...new Set([...units, ...further])].flatMap((unit) =>
    ["", END].map((end) => ({
      name: `run of ${JSON.stringify(unit)}${end && ` and ${end}`}`,
      text: (bytes: number) => unit.repeat(Math.ceil(bytes / lengthOf(unit))) + end,
    })),
  );
}

/** What texts begin with: their first characters, half of them, and all but the last. */
export function beginnings(texts: Iterable<string>): string[] {
  const found = [...texts].flatMap((text) =>
    [1, 3, Math.floor(text.length / 2), text.length - 1, text.length]
      .filter((length) => length > 0)
      .map((length) => text.slice(0, length)),
  );
  return [...new Set(found)].filter((text) => text.isWellFormed());
}

/** Texts that a pattern allows; none where it looks around, which cannot be drawn. */
export function matching(pattern: string, seed: number): string[] {
  if (/\(\?[=!<]/.test(pattern)) return [];
  const drawn = fc.stringMatching(new RegExp(pattern, "u"));
  return fc.sample(drawn, { seed, numRuns: 2 }).filter((text) => text !== "");
}

/** JSON of other shapes than a text. */
export const structures: readonly Content[] = [
  json("deep objects", '{"a":', "0", "}"),
  json("deep arrays", "[", "0", "]"),
  json("deep arrays of objects", '[{"a":', "0", "}]"),
  list("many numbers", () => "0"),
  list("many nulls", () => "null"),
  list("many texts", () => '"a"'),
  list("many characters that are escaped", () => '"\\u0000"'),
  list("many objects", () => "{}"),
  list("many arrays", () => "[[0]]"),
  list("many objects with fields", () => '{"a":{"b":"c"}}'),
  members("many keys", (index) => `"k${index}":0`),
  members("many keys that are escaped", (index) => `"\\u0000${index}":"\\u0000"`),
  members("duplicate keys", () => '"a":0'),
  members("numbers for keys", (index) => `"${index}":0`),
  members("keys like paths", (index) => `"a.b[${index}].c":0`),
  { name: "a long key", text: (bytes) => `{"${"a".repeat(bytes)}":0}` },
  { name: "a long key that is escaped", text: (bytes) => `{"${"\\u0000".repeat(bytes / 6)}":0}` },
  {
    name: "many long keys",
    text: (bytes) => object(bytes, (index) => `"${index}${"k".repeat(200)}":0`),
  },
  { name: "a long number", text: (bytes) => "1".repeat(bytes) },
  { name: "a long fraction", text: (bytes) => `0.${"1".repeat(bytes)}` },
  { name: "a long exponent", text: (bytes) => `1e-${"1".repeat(bytes)}` },
  {
    name: "wide as deep as is usually allowed",
    text: (bytes) => `{"a":`.repeat(50) + array(bytes, () => '"\\u0000"') + "}".repeat(50),
  },
  { name: "no JSON, many brackets", text: (bytes) => "[".repeat(bytes) },
];

/** Many of one item, for a list that is documented. */
export function many(item: unknown): Content {
  return list("many of its items", () => JSON.stringify(item));
}

function json(name: string, open: string, inside: string, close: string): Content {
  return {
    name,
    text: (bytes) => {
      const levels = Math.floor(bytes / (open.length + close.length));
      return open.repeat(levels) + inside + close.repeat(levels);
    },
  };
}

function list(name: string, item: (index: number) => string): Content {
  return { name, text: (bytes) => array(bytes, item) };
}

function members(name: string, member: (index: number) => string): Content {
  return { name, text: (bytes) => object(bytes, member) };
}

function array(bytes: number, item: (index: number) => string): string {
  return `[${filled(bytes, ",", item)}]`;
}

function object(bytes: number, member: (index: number) => string): string {
  return `{${filled(bytes, ",", member)}}`;
}

/** As many pieces as there is room for, at least one. */
export function filled(bytes: number, between: string, piece: (index: number) => string): string {
  const pieces = [piece(0)];
  let left = bytes - lengthOf(piece(0));
  for (let index = 1; left > 0; index += 1) {
    const next = piece(index);
    pieces.push(next);
    left -= lengthOf(next) + between.length;
  }
  return pieces.join(between);
}

function lengthOf(text: string): number {
  return Buffer.byteLength(text);
}
