import type { Counts } from "@contract-toolkit/contract/schema-algebra";
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { MOST_LETTERS } from "./place.ts";

/**
 * Makes texts for a pattern, as short as lengths allow. Lookaheads and lookbehinds (`(?=...)`) are ignored, so the caller must
 * check each text against the pattern.
 *
 * @param variant another number gives other texts
 * @throws {SyntaxError} when the pattern is no regular expression with the flag `u`
 * @example
 * [...textsOfPattern("^[A-Z]{2}\\d+$", { min: 4, max: 9 })][0]; // "AA11"
 */
export function* textsOfPattern(pattern: string, lengths: Counts, variant = 0): Generator<string> {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: true,
  });
  for (const isMixed of [false, true])
    for (const which of alternatives.keys()) {
      const write = (longer?: Longer) => {
        const writer: Writer = { variant, isMixed, longer, at: 0, length: 0, groups: new Map() };
        const at = (which + variant) % alternatives.length;
        return writeAlternative(alternatives[at], writer);
      };
      const shortest = write();
      yield shortest;
      const missing = lengths.min - countCharacters(shortest);
      if (missing <= 0) continue;
      yield `${shortest}${"x".repeat(missing)}`;
      for (let at = 0; at < MOST_REPETITIONS; at += 1) {
        const once = countCharacters(write({ at, by: 1 })) - countCharacters(shortest);
        if (once <= 0) continue;
        yield write({ at, by: Math.ceil(missing / once) });
      }
    }
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Patterns have few repetitions. To reach a length, only one of them is repeated more often. */
const MOST_REPETITIONS = 16;

interface Longer {
  /** Index of the repetition in the pattern. */
  readonly at: number;
  readonly by: number;
}

interface Writer {
  readonly variant: number;
  /** Whether neighbouring characters are of different kinds. */
  readonly isMixed: boolean;
  readonly longer: Longer | undefined;
  /** How many repetitions have been written. */
  at: number;
  /** How many characters have been written. */
  length: number;
  readonly groups: Map<AST.CapturingGroup, string>;
}

function writeAlternative(alternative: AST.Alternative | undefined, writer: Writer): string {
  return (alternative?.elements ?? []).map((element) => writeElement(element, writer)).join("");
}

function writeElement(element: AST.Element, writer: Writer): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return writeCharacter(element.raw, writer);
    case "Group":
      return writeAlternative(chosen(element.alternatives, writer), writer);
    case "CapturingGroup": {
      const text = writeAlternative(chosen(element.alternatives, writer), writer);
      writer.groups.set(element, text);
      return text;
    }
    case "Backreference":
      return [element.resolved]
        .flat()
        .map((capturingGroup) => writer.groups.get(capturingGroup) ?? "")
        .join("");
    case "Quantifier":
      return writeRepetition(element, writer);
    case "Assertion":
      return "";
  }
}

function chosen(alternatives: readonly AST.Alternative[], { variant }: Writer) {
  return alternatives[variant % alternatives.length];
}

function writeRepetition({ element, min, max }: AST.Quantifier, writer: Writer): string {
  const { longer } = writer;
  const more = longer?.at === writer.at ? longer.by : 0;
  writer.at += 1;
  const count = Math.min(min + more, max);
  let text = "";
  for (let index = 0; index < count && text.length <= MOST_LETTERS; index += 1) {
    const before = writer.at;
    text += writeElement(element, writer);
    // A repetition inside another one is counted once.
    if (index < count - 1) writer.at = before;
  }
  return text;
}

function writeCharacter(raw: string, writer: Writer): string {
  const allowed = charactersOf(raw);
  const step = writer.isMixed ? writer.length * MIXING : 0;
  writer.length += 1;
  return allowed[(step + writer.variant) % allowed.length] ?? "";
}

/** A step through the characters after which letters and digits both come early. */
const MIXING = 29;

/** Printable ASCII: letters before digits before all others. */
const plainCharacters = [
  ...charactersBetween("a", "z"),
  ...charactersBetween("A", "Z"),
  ...charactersBetween("1", "9"),
  ...charactersBetween(" ", "~"),
];

function charactersBetween(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
}

const known = new Map<string, readonly string[]>();

function charactersOf(raw: string): readonly string[] {
  const found = known.get(raw);
  if (found) return found;
  const item = new RegExp(`^(?:${raw})$`, "u");
  const plain = [...new Set(plainCharacters)].filter((plainCharacter) => item.test(plainCharacter));
  const all = plain.length > 0 ? plain : firstOfUnicode(item);
  known.set(raw, all);
  return all;
}

function firstOfUnicode(item: RegExp): string[] {
  for (let code = 0; code <= 0x1_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (item.test(character)) return [character];
  }
  return [];
}
