import {
  isContainer,
  isObject,
  pointerStep,
  withoutValue,
  withValue,
} from "@contract-toolkit/kernel";

/** A change of one place of a message. */
export interface Variant {
  /** The place and what is there, the same in every run. */
  readonly name: string;
  readonly pointer: string;
  /** Nothing: the place is removed. */
  readonly replacement?: unknown;
}

/**
 * Every variant of a message that needs no schema: each of its places removed, of each other type, or, where it holds an
 * object, with fields that nobody documented. Whether a variant is valid is not said: that is for a validator to judge.
 */
export function variantsOf(message: Readonly<Record<string, unknown>>): Variant[] {
  return Object.entries(message).flatMap(([part, value]) => {
    // A message always has its parts; what a client decides is what stands in them.
    if (part === "body") return variantsAt("/body", value);
    const fields = Object.entries(isObject(value) ? value : {});
    return [
      ...additionsTo(`/${part}`, value),
      ...fields.flatMap(([name, field]) => variantsAt(`/${part}/${pointerStep(name)}`, field)),
    ];
  });
}

/** A copy of a message with the change of a variant made, where it has the place. */
export function applyTo<Message>(message: Message, { pointer, ...change }: Variant): Message {
  const changed =
    "replacement" in change
      ? withValue(message, pointer, change.replacement)
      : withoutValue(message, pointer);
  return changed as Message;
}

/** Variants of a place and of every place inside it. */
function variantsAt(pointer: string, value: unknown): Variant[] {
  const inside = isContainer(value) ? Object.entries(value) : [];
  return [
    { name: `${pointer} removed`, pointer },
    ...[...otherTypes, ...alike(value)].map((replacement) => ({
      name: `${pointer} ${nameOf(replacement)}`,
      pointer,
      replacement,
    })),
    ...additionsTo(pointer, value),
    ...inside.flatMap(([name, each]) => variantsAt(`${pointer}/${pointerStep(name)}`, each)),
  ];
}

/** Variants of a place that holds an object: each with one field that nobody documented. */
function additionsTo(pointer: string, value: unknown): Variant[] {
  if (!isObject(value)) return [];
  return oddNames
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      name: `${pointer} with "${name}"`,
      pointer,
      // A computed name is a field whatever it is, `__proto__` too.
      replacement: { ...value, [name]: 1 },
    }));
}

/** One value of each type, and some that are taken for another easily. */
const otherTypes: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 2 ** 53, Infinity],
  ...["", " ", "1", "null", "x".repeat(1000)],
  ...[[], [null], {}, { undocumented: 1 }],
];

/** Values of the same type that are special somewhere. */
function alike(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [-0, 5e-324, 128, 2 ** 31, 2 ** 64, 1e308];
  if (typeof value === "string") return ["\u0000", "\ud800", "päss"];
  if (!Array.isArray(value)) return [];
  const items: unknown[] = value;
  return [items.slice(0, 1), [...items, ...items], [...items, [[true]]], [...items, null]];
}

/** Names that are special somewhere. */
const oddNames = ["undocumented", "a/b", "~", "", "__proto__", "constructor"];

/** A value in a name: whole where it is short, and told apart by its length otherwise. */
function nameOf(value: unknown): string {
  // JSON has neither of these numbers.
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH
    ? `${text.slice(0, SHOWN_LENGTH)}… (${text.length} characters)`
    : text;
}

const SHOWN_LENGTH = 60;
