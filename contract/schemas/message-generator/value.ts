import {
  isSchema,
  type MessageSchemas,
  schemaProperties,
  referredName,
  type Schema,
} from "@contract-toolkit/contract";
import {
  commonTypes,
  strictestCounts,
  readTypeNames,
  allowedValues,
} from "@contract-toolkit/contract/schema-algebra";
import { recursiveMark } from "../message-schemas/marks.ts";
import { accepts } from "../second-validator/oracle.ts";
import { branchesOf, splitConjuncts } from "./parts.ts";
import { makeObject } from "./object.ts";
import {
  MOST_ITEMS,
  MOST_STEPS,
  makeOptional,
  UnderivableError,
  type Fill,
  type Making,
  type Place,
} from "./place.ts";
import { numberFor, textFor } from "./scalars.ts";

/**
 * Makes a value for a schema. The same schema gives the same value. `not` and some other keywords are ignored, so the caller must
 * validate the value.
 *
 * @throws {UnderivableError} if no value is found in a limited number of steps
 */
export function makeValue(
  schema: Schema,
  $defs: MessageSchemas["$defs"],
  fill: Fill,
  like?: unknown,
): unknown {
  const making: Making = {
    $defs,
    fill,
    steps: 0,
    make: (place) => makeValueAt(place, making),
    split:
      fill.split ??
      ((schemas, within) =>
        splitConjuncts(schemas, ($ref) => $defs[referredName({ $ref }) ?? ""], within)),
  };
  const root = { within: [], pointer: "", depth: 0, variant: fill.variant ?? 0 };
  return making.make({ schemas: [schema], ...root, like });
}

/**
 * Makes a value for a schema without references: its default or example if it has one. It keeps as much as possible of the value
 * `like`. The caller must validate it.
 *
 * @returns undefined if no value is found
 */
export function instanceOf(
  schema: Schema,
  like?: unknown,
  fill?: Pick<Fill, "split" | "variant">,
): unknown {
  try {
    return makeValue(schema, {}, { fields: "required", isExample: true, ...fill }, like);
  } catch (error) {
    if (error instanceof UnderivableError) return undefined;
    throw error;
  }
}

const MOST_DEPTH = 500;

function makeValueAt(place: Place, making: Making): unknown {
  const { pointer, depth } = place;
  const { parts, within } = making.split(place.schemas, place.within);
  making.steps += 1;
  if (making.steps > MOST_STEPS)
    throw new UnderivableError("", `takes more than ${MOST_STEPS} steps to make`);
  const isCut = parts.some((part) => part[recursiveMark]);
  if (depth > MOST_DEPTH || isCut || isEndless(within, place.within))
    throw new UnderivableError(pointer, "is inside itself without an end", parts);
  const given = [
    ...(place.like === undefined ? [] : [place.like]),
    ...(making.fill.isExample && place.variant === 0 ? parts.flatMap(examplesOf) : []),
  ].find((value) => parts.every((part) => accepts(part, value)));
  if (given !== undefined) return given;
  return makeOfParts(parts, { ...place, within }, making);
}

/** Whether a definition is nested in itself more than once. One level may still have an optional field that ends it. */
function isEndless(within: Place["within"], before: Place["within"]): boolean {
  const entered = within.slice(before.length);
  return entered.some((name) => within.filter((outer) => outer === name).length > 2);
}

function examplesOf({ default: usual, examples }: Schema): unknown[] {
  return [usual, examples].flat().filter((value) => value !== undefined);
}

function makeOfParts(parts: readonly Schema[], place: Place, making: Making): unknown {
  const branches = branchesOf(parts);
  if (branches) {
    const { oneOf } = parts.find((part) => part.anyOf ?? part.oneOf) ?? {};
    return making.fill.isExclusive && oneOf
      ? makeExclusive(branches, oneOf, place, making)
      : makeFirstFitting(branches, place, making);
  }
  const values = allowedValues(parts);
  if (values) return pickValue(values, parts, place);
  const types = possibleTypeNames(parts);
  const type = types[place.variant % types.length];
  switch (type) {
    case "object":
      return makeObject(parts, place, making);
    case "array":
      return makeList(parts, place, making);
    case "integer":
    case "number":
      return requireMade(numberFor(parts, type, place.variant), "number", parts, place);
    case "boolean":
      return place.variant % 2 === 0;
    case "null":
      return null;
    case "string":
      return makeTextOrContent(parts, place, making);
    default:
      throw new UnderivableError(place.pointer, "is of two types at once", parts);
  }
}

/** The first value that is valid by one branch only. A further field of the branch may be needed for that. */
function makeExclusive(
  branches: readonly (readonly Schema[])[],
  oneOf: readonly Schema[],
  place: Place,
  making: Making,
): unknown {
  const { $defs } = making;
  const withFields = branches.flatMap((schemas) => {
    const fields = making.split(schemas, []).parts.flatMap(schemaProperties);
    const names = new Set(fields.map(([name]) => name));
    return [schemas, ...[...names].map((name) => [...schemas, { required: [name] }])];
  });
  return makeFirstFitting(withFields, place, making, (value) => accepts({ oneOf, $defs }, value));
}

function makeFirstFitting(
  branches: readonly (readonly Schema[])[],
  place: Place,
  making: Making,
  isFit: (value: unknown) => boolean = () => true,
): unknown {
  let reason: unknown;
  const start = place.variant % branches.length;
  for (const schemas of [...branches.slice(start), ...branches.slice(0, start)]) {
    try {
      const value = makeValueAt({ ...place, schemas }, making);
      if (isFit(value)) return value;
      reason ??= new UnderivableError(place.pointer, "fits several of the documented shapes");
    } catch (error) {
      if (!(error instanceof UnderivableError) || making.steps > MOST_STEPS) throw error;
      reason ??= error;
    }
  }
  throw reason;
}

function pickValue(values: readonly unknown[], parts: readonly Schema[], place: Place): unknown {
  const kept = values.filter((value) => parts.every((part) => accepts(withoutInside(part), value)));
  const [first] = kept;
  if (kept.length === 0)
    throw new UnderivableError(
      place.pointer,
      "has no allowed value that keeps its other rules",
      parts,
    );
  return kept[place.variant % kept.length] ?? first;
}

/** Without subschemas, whose references could not be resolved here. */
function withoutInside({
  properties: _,
  items: __,
  prefixItems: ___,
  additionalProperties: ____,
  ...own
}: Schema) {
  return own;
}

/** The types that all parts allow, null last. Without the keyword `type`, the other keywords imply one. */
function possibleTypeNames(parts: readonly Schema[]): string[] {
  if (parts.every(({ type }) => type === undefined)) {
    const isObject = parts.some(({ properties, required }) => properties ?? required);
    return [isObject ? "object" : parts.some(({ items }) => items) ? "array" : "string"];
  }
  const types = parts.map(({ type }) => readTypeNames(type)).reduce(commonTypes);
  return [...types].sort((left, right) => Number(left === "null") - Number(right === "null"));
}

function requireMade(
  value: unknown,
  what: string,
  parts: readonly Schema[],
  { pointer }: Place,
): unknown {
  if (value !== undefined) return value;
  const patterns = parts.flatMap(({ pattern }) => pattern ?? []);
  const rules = patterns.length > 0 ? ` (${patterns.join(", ")})` : "";
  throw new UnderivableError(pointer, `has rules that no ${what} was found for${rules}`, parts);
}

function makeTextOrContent(parts: readonly Schema[], place: Place, making: Making): unknown {
  const component = parts.find((part) => part["x-content-schema"])?.["x-content-schema"];
  const content = component === undefined ? undefined : making.$defs[component];
  if (!content) return requireMade(textFor(parts, place.variant), "text", parts, place);
  const value = makeValueAt({ ...place, schemas: [content], depth: place.depth + 1 }, making);
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** Makes the shortest list that keeps several schemas, with at least one item if possible. */
function makeList(parts: readonly Schema[], place: Place, making: Making): unknown {
  const { pointer, depth, within } = place;
  const { min: least, max: most } = strictestCounts(parts, "Items");
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems);
  if (least > MOST_ITEMS)
    throw new UnderivableError(pointer, `has at least ${least} items, which is too many`, parts);
  const item = (index: number) =>
    making.make({
      schemas: parts.map((part) => part.prefixItems?.[index] ?? part.items).filter(isSchema),
      within,
      pointer: `${pointer}/${index}`,
      depth: depth + 1,
      variant: isUnique ? index : place.variant,
    });
  const listed = parts.map(({ prefixItems = [] }) => prefixItems.length);
  const count = Math.min(Math.max(1, least, ...listed), most);
  const all = () => Array.from({ length: count }, (_, index) => item(index));
  if (least > 0) return all();
  return makeOptional(all, [], place, making);
}
