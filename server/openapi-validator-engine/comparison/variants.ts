import {
  isContainer,
  isObject,
  pointerStep,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";

/** A change of one place of a message. */
export interface Variant {
  /** The place and its new value, the same in every run. */
  readonly name: string;
  readonly pointer: string;
  /** If absent, the place is removed. */
  readonly replacement?: unknown;
}

/**
 * The variants of a message that need no schema: each place is removed, gets another type, or, if it is an object, gets
 * undocumented fields. A variant may be valid or not.
 */
export function messageVariants(message: Readonly<Record<string, unknown>>): Variant[] {
  return Object.entries(message).flatMap(([part, value]) => {
    // A message always has its parts, so only their content changes.
    if (part === "body") return variantsAt("/body", value);
    const fields = Object.entries(isObject(value) ? value : {});
    return [
      ...additionsTo(`/${part}`, value),
      ...fields.flatMap(([name, field]) => variantsAt(`/${part}/${pointerStep(name)}`, field)),
    ];
  });
}

/** Makes the change of a variant in a copy of the message, if it has the place. */
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
      name: `${pointer} ${describeVariantValue(replacement)}`,
      pointer,
      replacement,
    })),
    ...additionsTo(pointer, value),
    ...inside.flatMap(([name, value]) => variantsAt(`${pointer}/${pointerStep(name)}`, value)),
  ];
}

/** Variants of an object with one undocumented field. */
function additionsTo(pointer: string, value: unknown): Variant[] {
  if (!isObject(value)) return [];
  return oddNames
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      name: `${pointer} with "${name}"`,
      pointer,
      // A computed name makes a field, even `__proto__`.
      replacement: { ...value, [name]: 1 },
    }));
}

/** Values of each type, some of which are easily confused. */
const otherTypes: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 2 ** 53, Infinity],
  ...["", " ", "1", "null", "x".repeat(1000)],
  ...[[], [null], {}, { undocumented: 1 }],
];

/** Special values of the same type. */
function alike(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [-0, 5e-324, 128, 2 ** 31, 2 ** 64, 1e308];
  if (typeof value === "string") return ["\u0000", "\ud800", "päss"];
  if (!Array.isArray(value)) return [];
  const items: unknown[] = value;
  return [items.slice(0, 1), [...items, ...items], [...items, [[true]]], [...items, null]];
}

/** Names with a special meaning in paths, pointers or JavaScript. */
const oddNames = ["undocumented", "a/b", "~", "", "__proto__", "constructor"];

/** A value as text; a long one is cut and gets its length. */
function describeVariantValue(value: unknown): string {
  // JSON has neither -0 nor Infinity.
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH
    ? `${text.slice(0, SHOWN_LENGTH)}… (${text.length} characters)`
    : text;
}

const SHOWN_LENGTH = 60;
