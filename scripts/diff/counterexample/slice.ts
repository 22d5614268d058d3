import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { instanceOf } from "@contract-toolkit/schemas/message-generator/value";
import { isContainer, type Schema } from "@contract-toolkit/contract";
import { anything, allowsNothing } from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema, Flattener, Union } from "../schemas/flat-schema.ts";
import type { Step } from "../schemas/schema-change.ts";
import { isWeak, workOfPart, type Budget } from "./work.ts";

/** One of the two contracts. */
export type SideName = "old" | "new";

/** One side of a comparison, with the work that is left for a search in it. */
export interface Contract {
  readonly side: SideName;
  readonly flattener: Flattener;
  readonly budget: Budget;
}

/** The number of the branch that is taken in each union outside the steps, or all of them, which a value must fit at once. */
export type Choice = number | "every branch";

/** Number of levels. Deeper values are not made. */
const maxDepth = 12;

/** What is the same in all of a slice. */
interface Slicing extends Contract {
  readonly choice: Choice;
  readonly isFull: boolean;
}

/**
 * Reduces a schema to what a small message needs: required fields and those on the steps, one branch of each union, no
 * recursion. At the end of the steps it keeps all fields.
 *
 * @param isFull whether all fields are required at the end of the steps
 */
export function sliceOf(
  schema: Schema,
  way: readonly Step[],
  contract: Contract,
  choice: Choice,
  isFull = false,
): Schema {
  return slice(schema, way, { ...contract, choice, isFull }, [], []);
}

/**
 * @param way undefined beside the steps
 * @param within the schemas around this one
 * @param met schemas that apply already because their condition is met
 */
function slice(
  schema: Schema,
  way: readonly Step[] | undefined,
  slicing: Slicing,
  within: readonly Schema[],
  met: readonly Schema[],
): Schema {
  const { budget, flattener, side } = slicing;
  budget.spend(workOfPart);
  const [step, ...rest] = way ?? [];
  const joined = (...schemas: readonly Schema[]) => flattener.both(schemas);
  if (step?.kind === "alternative" && met.length === 0)
    return slice(joined(...(step[side] ?? [schema])), rest, slicing, within, met);
  if (step?.kind === "branch" || step?.kind === "alternative") {
    const chosen = step[side] ?? [];
    return slice(joined(schema, ...chosen), rest, slicing, within, [...met, ...chosen]);
  }
  if (step?.kind === "dependent") {
    const chosen = flattener.flat(schema).dependentSchemas.get(step.name) ?? anything;
    return slice(joined(schema, chosen, { required: [step.name] }), rest, slicing, within, met);
  }
  if (!way && (within.length > maxDepth || within.includes(schema))) return { "x-recursive": true };
  const flat = flattener.flat(chooseBranches(schema, slicing));
  if ([...flat.patterns, ...flat.patternProperties.keys()].some(isWeak)) budget.spend(Infinity);
  const inside = (item: Schema, further?: readonly Step[]) =>
    slice(item, further, slicing, [...within, schema], []);
  if (flat.content) return inside(flat.content, step?.kind === "content" ? rest : way);
  const made = {
    ...valueKeywords(flat, step, slicing.choice),
    ...sliceFields(flat, way, inside, slicing.isFull),
    ...sliceItems(flat, step, rest, inside),
  };
  const asked = conditionsOf(made, flat).filter((branch) => !met.includes(branch));
  if (asked.length === 0) return made;
  return slice(joined(schema, ...asked), way, slicing, within, [...met, ...asked]);
}

/** Joins the schema with a branch of each of its unions, and of the unions of that branch. */
function chooseBranches(schema: Schema, { budget, flattener, choice }: Slicing): Schema {
  const done = new Set<Union["branches"]>();
  let whole = schema;
  for (let left = 8; left > 0; left -= 1) {
    const open = flattener.flat(whole).unions.find(({ branches }) => !done.has(branches));
    if (!open) break;
    done.add(open.branches);
    const isPossible = (branch: Schema) => {
      // Flattening looks at all branches again.
      budget.spend(open.branches.length);
      return flattener.flat(flattener.both([whole, branch])).types.size > 0;
    };
    const most = choice === "every branch" ? Infinity : choice + 1;
    const possible: Schema[] = [];
    for (const branch of open.branches)
      if (possible.length < most && isPossible(branch)) possible.push(branch);
    const chosen = choice === "every branch" ? possible : rotated(possible, choice).slice(0, 1);
    whole = flattener.both([whole, ...chosen]);
  }
  return whole;
}

/** The keywords of a value without its contents. The type that the next step needs comes first. */
function valueKeywords(flat: FlatSchema, step: Step | undefined, choice: Choice): Schema {
  const first = choice === "every branch" ? 0 : choice;
  const asked = step === undefined ? undefined : isOfArray(step) ? "array" : "object";
  const rank = (type: string) => (type === asked ? 0 : type === "null" ? 2 : 1);
  const types = [...rotated([...flat.types], first)].sort((a, b) => rank(a) - rank(b));
  const isAny = flat.types.size >= 6 && asked === undefined;
  const [pattern, ...patterns] = flat.patterns;
  const [multipleOf] = flat.multiples;
  const [format] = flat.formats;
  const keywords: Schema = {
    ...(!isAny && { type: types.length === 1 ? String(types[0]) : types }),
    ...(flat.values && { enum: rotated(flat.values, first) }),
    ...Object.fromEntries(flat.limits),
    ...(pattern !== undefined && { pattern }),
    ...(patterns.length > 0 && { allOf: patterns.map((pattern) => ({ pattern: pattern })) }),
    ...(format !== undefined && { format }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(flat.hasUniqueItems && { uniqueItems: true }),
  };
  const { example } = flat.notes;
  // A valid example is realistic. The example of an object or list might hold more than is needed.
  const isUsed =
    !isContainer(example) && example !== undefined && meetsCondition(keywords, example);
  return isUsed && asked === undefined ? { ...keywords, examples: [example] } : keywords;
}

/** Rotates a list, because value makers take its first element. */
function rotated<Value>(values: readonly Value[], by: number): readonly Value[] {
  const first = by % Math.max(1, values.length);
  return [...values.slice(first), ...values.slice(0, first)];
}

function isOfArray({ kind }: Step): boolean {
  return kind === "items" || kind === "item" || kind === "contains";
}

const anyName = "name";

/** The field that a step leads to; undefined if it leads to no field. */
export function fieldOfStep(step: Step | undefined): string | undefined {
  if (step?.kind === "property") return step.name;
  if (step?.kind === "additional" || step?.kind === "propertyNames") return anyName;
  if (step?.kind !== "pattern") return undefined;
  const name: unknown = instanceOf({ type: "string", pattern: step.name });
  return typeof name === "string" ? name : anyName;
}

type Inside = (schema: Schema, way?: readonly Step[]) => Schema;

function sliceFields(
  flat: FlatSchema,
  way: readonly Step[] | undefined,
  inside: Inside,
  isFull: boolean,
): Schema {
  if (!flat.types.has("object")) return {};
  const [step, ...rest] = way ?? [];
  const isEnd = way !== undefined && step === undefined;
  const onWay = fieldOfStep(step);
  const needed = withDependents(
    new Set([...flat.required, ...(onWay === undefined ? [] : [onWay])]),
    flat.dependentRequired,
  );
  const names = new Set([...needed, ...(isEnd ? flat.properties.keys() : [])]);
  const ofPattern = step?.kind === "pattern" ? flat.patternProperties.get(step.name) : undefined;
  const schemaOf = (name: string) =>
    flat.properties.get(name) ?? ofPattern ?? flat.additional ?? anything;
  const { additional } = flat;
  return {
    properties: Object.fromEntries(
      [...names].map((name) => [name, inside(schemaOf(name), name === onWay ? rest : undefined)]),
    ),
    required: [...(isEnd && isFull ? names : needed)],
    ...(additional && {
      additionalProperties: allowsNothing(additional) ? false : inside(additional),
    }),
    ...(flat.dependentRequired.size > 0 && {
      dependentRequired: Object.fromEntries(
        [...flat.dependentRequired].map(([name, names]) => [name, [...names]]),
      ),
    }),
    ...Object.fromEntries(
      [...flat.comparisons].map(([rule, siblings]) => [rule, Object.fromEntries(siblings)]),
    ),
  };
}

function withDependents(
  names: Set<string>,
  dependentRequired: FlatSchema["dependentRequired"],
): Set<string> {
  // The loop also visits the names that it adds.
  for (const name of names)
    for (const needed of dependentRequired.get(name) ?? []) names.add(needed);
  return names;
}

function sliceItems(
  flat: FlatSchema,
  step: Step | undefined,
  rest: readonly Step[],
  inside: Inside,
): Schema {
  if (!flat.types.has("array")) return {};
  const index = step?.kind === "item" ? step.index : -1;
  const isThrough = step !== undefined && isOfArray(step);
  const item = step?.kind === "contains" ? (flat.contains[0] ?? flat.items) : flat.items;
  const prefixItems = flat.prefixItems.map((prefixItem, at) =>
    inside(prefixItem, at === index ? rest : undefined),
  );
  const least = Math.max(
    flat.limits.get("minItems") ?? 0,
    isThrough ? flat.prefixItems.length + 1 : 0,
    index + 1,
  );
  return {
    ...(prefixItems.length > 0 && { prefixItems }),
    ...(item && { items: inside(item, isThrough && index < 0 ? rest : undefined) }),
    ...(isThrough && { minItems: index >= 0 ? index + 1 : least }),
  };
}

/** The branches of conditions that a small message meets. */
function conditionsOf(made: Schema, { conditions }: FlatSchema): Schema[] {
  if (conditions.length === 0) return [];
  const instance = instanceOf(made);
  return conditions.flatMap(({ if: when, then, else: otherwise }) => {
    const branch = meetsCondition(when, instance) ? then : otherwise;
    return branch ? [branch] : [];
  });
}

function meetsCondition(when: Schema, instance: unknown): boolean {
  try {
    return accepts(when, instance);
  } catch {
    return false;
  }
}
