import { isDeepStrictEqual } from "node:util";
import {
  isContainer,
  isObject,
  pointerNames,
  pointerStep,
  valueAt,
} from "@contract-toolkit/kernel";

/** A message changed in one or more places, and how. */
export interface Variant {
  /** Places and what is there, the same in every run. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

interface Edit {
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

/** The variant that turns one message into another; undefined: they are the same. */
export function variantBetween(message: unknown, changed: unknown): Variant | undefined {
  const pointer = differenceOf(message, changed);
  if (pointer === undefined) return undefined;
  const replacement = valueAt(changed, pointer);
  return replacement === undefined
    ? { name: `${pointer} removed`, edits: [{ pointer }] }
    : { name: `${pointer} ${nameOf(replacement)}`, edits: [{ pointer, replacement }] };
}

/**
 * Variants with two places changed: one paired with another far from it.
 *
 * @param every how many variants there are to one that is paired
 */
export function pairsOf(variants: readonly Variant[], every: number): Variant[] {
  return variants.flatMap((one, index) => {
    if (index % every > 0) return [];
    const other = variants[(index * 31 + 17) % variants.length];
    if (
      !other ||
      one.edits.some((edit) =>
        other.edits.some((each) => isWithin(edit, each) || isWithin(each, edit)),
      )
    )
      return [];
    return {
      name: `${one.name}, ${other.name}`,
      edits: [...one.edits, ...other.edits],
    };
  });
}

/** A copy of a message with the edits of a variant made; what is not there stays so. */
export function applyTo<Message>(message: Message, { edits }: Variant): Message {
  const copy = structuredClone(message);
  for (const { pointer, ...edit } of edits) {
    const steps = pointerNames(pointer);
    const last = steps.pop();
    const parent = steps.reduce<unknown>(
      (inside, step) => (isContainer(inside) ? inside[step] : undefined),
      copy,
    );
    if (last === undefined || !isContainer(parent)) continue;
    if ("replacement" in edit) parent[last] = structuredClone(edit.replacement);
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else Reflect.deleteProperty(parent, last);
  }
  return copy;
}

/** Variants of a place and of every place inside it. */
function variantsAt(pointer: string, value: unknown): Variant[] {
  const inside = isContainer(value) ? Object.entries(value) : [];
  return [
    { name: `${pointer} removed`, edits: [{ pointer }] },
    ...[...otherTypes, ...alike(value)].map((replacement) => ({
      name: `${pointer} ${nameOf(replacement)}`,
      edits: [{ pointer, replacement }],
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
      edits: [{ pointer, replacement: withField(value, name) }],
    }));
}

/** One value of each type, and some that are taken for another easily. */
const otherTypes: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  2 ** 53,
  Infinity,
  "",
  " ",
  "1",
  "null",
  "x".repeat(1000),
  [],
  [null],
  {},
  { undocumented: 1 },
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

/** Assignment would take `__proto__` for something else. */
function withField(value: object, name: string): object {
  return Object.defineProperty({ ...value }, name, {
    value: 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

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

/** Pointer of the smallest part in which two messages differ. */
function differenceOf(one: unknown, other: unknown, pointer = ""): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isObject(one) || !isObject(other)) return pointer;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [name, ...more] = [...names].filter((each) => !isDeepStrictEqual(one[each], other[each]));
  if (name === undefined || more.length > 0) return pointer;
  return differenceOf(one[name], other[name], `${pointer}/${pointerStep(name)}`);
}

function isWithin(one: Edit, other: Edit): boolean {
  return `${one.pointer}/`.startsWith(`${other.pointer}/`);
}
