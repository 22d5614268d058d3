import { isContainer, isSchema, pointerNames, type Schema } from "contract-kernel";
import { boundaryVariants } from "./boundary-variants.ts";
import type { DescribedValue } from "./schema.ts";

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
 * Every variant of a place: removed, of each other type, with fields that nobody documented, and each of its constraints
 * at its boundary and just beyond. Whether a variant is valid is not said: that is for a validator to judge.
 */
export function variantsOf(place: DescribedValue): Variant[] {
  const { pointer, value, schemas } = place;
  const replacements = new Map<string, unknown>([
    ...otherTypes,
    ...schemas.flatMap((schema) => boundaryVariants(schema, value)),
    ...listVariants(place),
  ]);
  return [
    { name: `${pointer} removed`, edits: [{ pointer }] },
    ...[...replacements].map(([what, replacement]) => ({
      name: `${pointer} ${what}`,
      edits: [{ pointer, replacement }],
    })),
    ...additionsTo(place),
  ];
}

/** Variants of a place that holds an object: each with one field that nobody documented. */
export function additionsTo({ pointer, value, schemas }: DescribedValue): Variant[] {
  if (!isSchema(value) || !schemas.some(({ type }) => type === "object")) return [];
  return oddNames
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      name: `${pointer} with "${name}"`,
      edits: [{ pointer, replacement: withField(value, name) }],
    }));
}

/** Variants with two places changed, each paired with another far from it. */
export function pairsOf(variants: readonly Variant[]): Variant[] {
  return variants.flatMap((one, index) => {
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

/** One value of each type, and some that are taken for another easily. */
const otherTypes: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["zero", 0],
  ["negative", -1],
  ["fraction", 0.5],
  ["unsafe integer", 2 ** 53],
  ["infinity", Infinity],
  ["empty string", ""],
  ["space", " "],
  ["string of a number", "1"],
  ["string of null", "null"],
  ["long string", "x".repeat(1000)],
  ["empty list", []],
  ["list of null", [null]],
  ["empty object", {}],
  ["object", { undocumented: 1 }],
];

function listVariants({ value }: DescribedValue): [string, unknown][] {
  if (!Array.isArray(value)) return [];
  const items: unknown[] = value;
  return [
    ["first item only", items.slice(0, 1)],
    ["items twice", [...items, ...items]],
    ["and a wrong item", [...items, [[true]]]],
    ["and null", [...items, null]],
  ];
}

/** Names that are special somewhere. */
const oddNames = ["undocumented", "a/b", "~", "", "__proto__", "constructor"];

/** Assignment would take `__proto__` for something else. */
function withField(value: Schema, name: string): Schema {
  return Object.defineProperty({ ...value }, name, {
    value: 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function isWithin(one: Edit, other: Edit): boolean {
  return `${one.pointer}/`.startsWith(`${other.pointer}/`);
}
