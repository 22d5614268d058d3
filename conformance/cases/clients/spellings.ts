import { isContainer, isObject, valueAt } from "@contract-toolkit/contract";
import { replaceValue, valuesByPointer } from "../../json-comparison/values.ts";
import { textVariants } from "../servers/echoed-texts.ts";

/** A kind of other values. `spell` gives the values that may replace a value, best first; undefined removes it. */
export interface Spelling {
  readonly name: string;
  readonly spell: (value: unknown) => readonly unknown[];
}

/** A copy of a message with other values at all places that allow them; undefined if no place does. */
export function spelledOtherwise<Message>(
  message: Message,
  { spell }: Spelling,
  isAllowed: (changed: Message) => boolean,
  isPlace: (pointer: string) => boolean = () => true,
): Message | undefined {
  let changed = message;
  for (const [pointer, value] of valuesByPointer(message, "")) {
    if (!isPlace(pointer)) continue;
    const isItem = Array.isArray(valueAt(changed, pointer.slice(0, pointer.lastIndexOf("/"))));
    for (const spelled of spell(value)) {
      if (spelled === undefined && isItem) continue;
      const next = replaceValue(changed, pointer, spelled);
      if (!isAllowed(next)) continue;
      changed = next;
      break;
    }
  }
  return changed === message ? undefined : changed;
}

export const accents = spellTexts("accents", "Nguyễn Đức Ÿ 🙂", "Nguyễn Đức Ÿ", "üé");

export const textSpellings: readonly Spelling[] = [
  ...textVariants.map(([name, made]) => spellTexts(name, ...made)),
  accents,
  spellTexts("the word null", "null"),
  spellTexts("the word true", "true"),
  spellTexts("both cases", "aAbBcC ÄäÖö İı", "aAbB"),
  spellTexts("a time", "2026-01-31T23:59:59.120+07:00", "2026-01-31T23:59:59Z"),
  spellTexts("JSON", String.raw`{"a":"\u0041\n",}/*b*/,]'c' NaN //`, "/*b*/,]NaN", "[1,]"),
  {
    name: "a URL in another spelling",
    spell: (value) =>
      isStringValue(value) && /^https?:/.test(value)
        ? ["HTTPS://Shop.Example:443/a/../b/%7euser?x=%20+&y=&lang=en#A%2fb", `${value}?X=%7e`]
        : [],
  },
  spellTexts("empty", ""),
];

/** Numbers that software often changes by mistake. None is beyond 2^53, where JavaScript is inexact. */
export const numberSpellings: readonly Spelling[] = [
  numbers("zero", 0),
  numbers("of seven digits", 1_234_567, 123_457, 12_347, 1_237),
  numbers("beyond 24 bits", 123_456_789, 16_777_217),
  numbers("beyond 32 bits", 9_007_199_254_740_991, 1_234_567_890_123, 4_294_967_297, 2_147_483_649),
  numbers("negative", -1_234_567, -1),
  numbers("with a fraction", 1234.5678, 0.1),
];

/** Not for parameters, because no standard says whether they are written with an exponent there. */
export const tinyNumbers: Spelling = numbers("that is tiny", 1.5e-9);

export const otherSpellings: readonly Spelling[] = [
  { name: "true", spell: (value) => (typeof value === "boolean" ? [true] : []) },
  { name: "false", spell: (value) => (typeof value === "boolean" ? [false] : []) },
  { name: "null where it may be", spell: (value) => (value === null ? [] : [null]) },
  { name: "lists without items", spell: (value) => (isFilledList(value) ? [[]] : []) },
  { name: "lists of one", spell: (value) => (isFilledList(value) ? [[value[0]]] : []) },
  {
    name: "lists of many, some the same",
    spell: (value) => (isFilledList(value) ? [12, 3, 2].map((n) => repeatItems(value, n)) : []),
  },
  {
    name: "lists back to front",
    spell: (value) => (Array.isArray(value) && value.length > 1 ? [value.toReversed()] : []),
  },
  { name: "nothing that is optional", spell: () => [undefined] },
  // What is inside stays there if its object is not left out.
  { name: "no optional scalars", spell: (value) => (isContainer(value) ? [] : [undefined]) },
  { name: "null for scalars", spell: (value) => (isContainer(value) ? [] : [null]) },
  { name: "objects without fields", spell: (value) => (isObject(value) ? [{}] : []) },
];

export function spellTexts(name: string, ...spelled: readonly string[]): Spelling {
  return { name, spell: (value) => (isStringValue(value) ? spelled : []) };
}

function numbers(name: string, ...spelled: readonly number[]): Spelling {
  return { name, spell: (value) => (typeof value === "number" ? spelled : []) };
}

function isStringValue(value: unknown): value is string {
  return typeof value === "string";
}

function isFilledList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function repeatItems(items: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => items[index % items.length]);
}
