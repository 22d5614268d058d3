/** A text of about the given number of bytes. */
export type Payload = readonly [name: string, text: (bytes: number) => string];

/** Texts with a special meaning for parsers, escapers and regular expressions. */
const units = [
  // Each of these is one code point.
  ...Array.from("aA0 -_/.[]{}()<>%\\\"'@,:;=&#?+*^$|~`\n\t\0é😀"),
  ...["%41", "\\u0041", "a.", "a ", "0 ", "a=", "a@", "//", "::", "../"],
];

/**
 * Repetitions of one text. Each is also made with another end, which makes a regular expression backtrack.
 *
 * @param further texts that the server searches for
 */
export function runs(further: readonly string[]): Payload[] {
  return [...new Set([...units, ...further])].flatMap((unit) =>
    ["", "!"].map((end): Payload => [
      `run of ${JSON.stringify(unit)}${end && ` and ${end}`}`,
      (bytes) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit))) + end,
    ]),
  );
}

/** Prefixes of texts: a few characters, half, and all but the last. */
export function beginnings(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [1, 3, Math.floor(text.length / 2), text.length - 1, text.length].map((length) =>
      text.slice(0, Math.max(length, 0)),
    ),
  );
  return [...new Set(found)].filter((text) => text !== "" && text.isWellFormed());
}

/** JSON values other than texts. */
export const structures: readonly Payload[] = [
  ["deep objects", nested('{"a":', "}")],
  ["deep arrays", nested("[", "]")],
  ["deep arrays of objects", nested('[{"a":', "}]")],
  ["many numbers", list("0")],
  ["many nulls", list("null")],
  ["many texts", list('"a"')],
  ["many characters that are escaped", list('"\\u0000"')],
  ["many objects", list("{}")],
  ["many arrays", list("[[0]]")],
  ["many objects with fields", list('{"a":{"b":"c"}}')],
  ["many keys", members((index) => `"k${index}":0`)],
  ["many keys that are escaped", members((index) => `"\\u0000${index}":"\\u0000"`)],
  ["duplicate keys", members(() => '"a":0')],
  ["numbers for keys", members((index) => `"${index}":0`)],
  ["keys like paths", members((index) => `"a.b[${index}].c":0`)],
  ["many long keys", members((index) => `"${index}${"k".repeat(200)}":0`)],
  ["a long key", (bytes) => `{"${"a".repeat(bytes)}":0}`],
  ["a long key that is escaped", (bytes) => `{"${"\\u0000".repeat(bytes / 6)}":0}`],
  ["a long number", (bytes) => "1".repeat(bytes)],
  ["a long fraction", (bytes) => `0.${"1".repeat(bytes)}`],
  ["a long exponent", (bytes) => `1e-${"1".repeat(bytes)}`],
  [
    "wide at the usual depth limit",
    (bytes) => `{"a":`.repeat(50) + list('"\\u0000"')(bytes) + "}".repeat(50),
  ],
  ["no JSON, many brackets", (bytes) => "[".repeat(bytes)],
];

/** A list of equal items. */
export function list(item: string): Payload[1] {
  return (bytes) => `[${filled(bytes, ",", () => item)}]`;
}

function members(member: (index: number) => string): Payload[1] {
  return (bytes) => `{${filled(bytes, ",", member)}}`;
}

function nested(open: string, close: string): Payload[1] {
  return (bytes) => {
    const levels = Math.floor(bytes / (open.length + close.length));
    return `${open.repeat(levels)}0${close.repeat(levels)}`;
  };
}

/** As many pieces as fit, at least one. */
export function filled(bytes: number, between: string, piece: (index: number) => string): string {
  const pieces = [piece(0)];
  for (let left = bytes - Buffer.byteLength(piece(0)); left > 0;) {
    const next = piece(pieces.length);
    pieces.push(next);
    left -= Buffer.byteLength(next) + between.length;
  }
  return pieces.join(between);
}
