/**
 * A text that a pattern accepts, of at least some length; undefined where none was found. Of what patterns can say it
 * reads the common part: literals, classes, groups, alternatives and quantifiers. What comes of it is tried on the pattern.
 */
export function textOfPattern(
  pattern: string,
  minLength = 0,
  maxLength = Infinity,
): string | undefined {
  const expression = expressionOf(pattern);
  if (!expression) return undefined;
  for (const more of repetitions) {
    const { text } = alternatives({ source: pattern, at: 0, more });
    for (const each of [text, `${text}a`, `a${text}`, text.slice(0, maxLength)]) {
      const length = Array.from(each).length;
      if (length >= minLength && length <= maxLength && expression.test(each)) return each;
    }
  }
  return undefined;
}

/** How often what may be repeated is repeated beyond the least number of times. */
const repetitions = [0, 1, 2, 3, 5, 8, 13, 21, 34, 64, 128, 255];

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

interface Reader {
  readonly source: string;
  readonly at: number;
  readonly more: number;
}

interface Read {
  readonly text: string;
  readonly at: number;
}

/** The first alternative; the others are only read over. */
function alternatives(reader: Reader): Read {
  const first = sequence(reader);
  let { at } = first;
  while (reader.source[at] === "|") ({ at } = sequence({ ...reader, at: at + 1 }));
  return { text: first.text, at };
}

function sequence(reader: Reader): Read {
  const { source } = reader;
  let { at } = reader;
  let text = "";
  while (at < source.length && source[at] !== "|" && source[at] !== ")") {
    const part = atom({ ...reader, at });
    const { least, most, at: end } = quantifier(source, part.at);
    text += part.text.repeat(Math.min(most, least + reader.more));
    at = end;
  }
  return { text, at };
}

function atom(reader: Reader): Read {
  const { source, at } = reader;
  const rest = source.slice(at);
  switch (source[at]) {
    case "^":
    case "$":
      return { text: "", at: at + 1 };
    case ".":
      return { text: "a", at: at + 1 };
    case "(":
      return group(reader);
    case "[":
      return characterClass(source, at);
    case "\\":
      return escaped(rest, at);
    default: {
      const [character = ""] = rest;
      return { text: character, at: at + character.length };
    }
  }
}

function group(reader: Reader): Read {
  const { source, at } = reader;
  const [opening = "("] = /^\((\?(:|<?[=!]|<[^>]*>))?/.exec(source.slice(at)) ?? [];
  const inner = alternatives({ ...reader, at: at + opening.length });
  const isLookedAt = /^\(\?<?[=!]/.test(opening);
  return { text: isLookedAt ? "" : inner.text, at: inner.at + 1 };
}

/** Tried in turn where a class only says what it is not. */
const characters = ["a", "0", "A", "-", "_", " ", "~", ".", "é"];

function characterClass(source: string, at: number): Read {
  const [whole = "[]"] = /^\[(\\.|[^\]\\])*\]/u.exec(source.slice(at)) ?? [];
  const end = at + whole.length;
  const expression = expressionOf(whole);
  const own = /^\[([^\\\]^])/u.exec(whole)?.[1];
  const inside = Array.from(whole.slice(1, -1));
  const candidates = [...(own === undefined ? [] : [own]), ...characters, ...inside, "\t", "\n"];
  return { text: candidates.find((each) => expression?.test(each)) ?? "", at: end };
}

const classes: Readonly<Record<string, string>> = {
  d: "0",
  D: "a",
  w: "a",
  W: "-",
  s: " ",
  S: "a",
  n: "\n",
  t: "\t",
  r: "\r",
  b: "",
  B: "",
};

function escaped(rest: string, at: number): Read {
  const [whole = "\\"] =
    /^\\(p\{[^}]*\}|P\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)/isu.exec(rest) ?? [];
  const letter = whole.slice(1, 2);
  const end = at + whole.length;
  if (whole.length === 2) return { text: classes[letter] ?? letter, at: end };
  const expression = expressionOf(`^${whole}$`);
  return {
    text: [...characters, "1", "٣"].find((each) => expression?.test(each)) ?? literal(whole),
    at: end,
  };
}

function literal(whole: string): string {
  const digits = /[\da-f]+/i.exec(whole.slice(2))?.[0] ?? "61";
  return String.fromCodePoint(Number.parseInt(digits, 16));
}

function quantifier(source: string, at: number): { least: number; most: number; at: number } {
  const [whole, sign, least, comma, most] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at)) ?? [];
  if (whole === undefined) return { least: 1, most: 1, at };
  const end = at + whole.length;
  if (sign === "*") return { least: 0, most: Infinity, at: end };
  if (sign === "+") return { least: 1, most: Infinity, at: end };
  if (sign === "?") return { least: 0, most: 1, at: end };
  const from = Number(least);
  return {
    least: from,
    most: comma === "" ? from : most === "" ? Infinity : Number(most),
    at: end,
  };
}
