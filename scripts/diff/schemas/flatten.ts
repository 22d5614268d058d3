import {
  integerFormats,
  isContainer,
  schemaProperties,
  type Schema,
} from "@contract-toolkit/contract";
import {
  allowsType,
  anything,
  asSchema,
  commonTypes,
  conjunctsOf,
  isAnything,
  strictestLimits,
  followReference,
  type Resolve,
  type TypeName,
  typeOfValue,
  readTypeNames,
  allowedValues,
} from "@contract-toolkit/contract/schema-algebra";
import { mergeFieldRules } from "./fields.ts";
import { fitsSchema } from "./disjoint.ts";
import { readNotes } from "./notes.ts";
import { createObjectIds } from "./object-ids.ts";
import type { Condition, FlatSchema, Flattener, Union, View } from "./flat-schema.ts";
import { withoutSimpleUnions } from "./simple-unions.ts";

/**
 * Makes a flattener for one kind of messages of a contract.
 *
 * @param both joins schemas; shared by the flatteners of a contract, so that they give the same objects
 */
export function createFlattener(resolve: Resolve, view: View, both: Flattener["both"]): Flattener {
  const known = new WeakMap<Schema, FlatSchema>();
  const underWay = new Set<Schema>();
  const flattener: Flattener = {
    flat(reference) {
      const schema = followReference(reference, resolve);
      const found = known.get(schema);
      if (found) return found;
      // A union that is its own branch adds nothing.
      if (underWay.has(schema)) return combine(anything, flattener);
      underWay.add(schema);
      const made = listed(withoutSimpleUnions(combine(schema, flattener), flattener));
      underWay.delete(schema);
      known.set(schema, made);
      return made;
    },
    both,
    resolve,
    view,
  };
  return flattener;
}

/** Joins schemas with identity: recursive comparisons end only if the same schemas are joined into the same object. */
export function createJoin(): Flattener["both"] {
  const idOf = createObjectIds();
  const made = new Map<string, Schema>();
  return (schemas) => {
    const distinct = [...new Map(schemas.map((schema) => [idOf(schema), schema])).entries()];
    const [[, first] = []] = distinct;
    if (first && distinct.length === 1) return first;
    const key = distinct
      .map(([id]) => id)
      .sort((a, b) => a - b)
      .join();
    const found = made.get(key) ?? { allOf: distinct.map(([, schema]) => schema) };
    made.set(key, found);
    return found;
  };
}

function combine(schema: Schema, flattener: Flattener): FlatSchema {
  const parts = conjunctsOf([schema], flattener.resolve);
  const values = allowedValues(parts);
  const stated = parts.map(typesOfPart).reduce(commonTypes);
  const kept = values?.filter((value) => allowsType(stated, typeOfValue(value)));
  const types = kept ? readTypeNames([...new Set(kept.map(typeOfValue))]) : stated;
  const flat: FlatSchema = {
    types,
    values: kept,
    limits: strictestLimits(parts, types),
    patterns: stringRules(parts, "pattern", types),
    formats: stringRules(parts, "format", types),
    multiples: new Set(
      allowsType(types, "integer")
        ? parts
            .flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [multipleOf]))
            .filter((number) => types.has("number") || 1 % number !== 0)
        : [],
    ),
    hasUniqueItems: types.has("array") && parts.some(({ uniqueItems }) => uniqueItems === true),
    ...mergeFieldRules(types.has("object") ? parts : [], flattener),
    ...mergeItemRules(types.has("array") ? parts : [], flattener),
    unions: parts.flatMap(listUnions),
    conditions: parts.filter(isConditional),
    nots: parts.flatMap(({ not }) => (not ? [not] : [])),
    content: parts.find(({ contentSchema }) => contentSchema)?.contentSchema,
    notes: readNotes(parts, types),
  };
  const hidden = hiddenFields(schema, flattener);
  const isShown = (name: string) => !hidden.has(name);
  return {
    ...flat,
    properties: new Map([...flat.properties].filter(([name]) => isShown(name))),
    required: new Set([...flat.required].filter(isShown)),
  };
}

/** A multiple of a whole number is an integer. */
function typesOfPart({ type, multipleOf = 0.5 }: Schema): ReadonlySet<TypeName> {
  const types = readTypeNames(type);
  const isWhole = Number.isInteger(multipleOf) && types.has("number");
  return isWhole
    ? new Set([...types].map((each) => (each === "number" ? "integer" : each)))
    : types;
}

/** Without the listed values that rules beside the list refuse. Then the list says what the rules say. */
function listed(flat: FlatSchema): FlatSchema {
  if (flat.values === undefined || flat.values.some(isContainer)) return flat;
  const values = flat.values.filter((value) => fitsSchema(value, flat) !== false);
  const isUnknown = values.some((value) => fitsSchema(value, flat) === undefined);
  if (isUnknown) return flat;
  const none: ReadonlySet<never> = new Set<never>();
  const types = readTypeNames([...new Set(values.map(typeOfValue))]);
  const without = { limits: new Map(), patterns: none, formats: none, multiples: none };
  return { ...flat, ...without, types, values: isEveryValue(values, types) ? undefined : values };
}

/** Whether a list has all values of its types, as null or the two booleans. */
function isEveryValue(values: readonly unknown[] = [], types: ReadonlySet<TypeName>): boolean {
  return [...types].every(
    (type) =>
      type === "null" || (type === "boolean" && values.includes(true) && values.includes(false)),
  );
}

function stringRules(
  parts: readonly Schema[],
  keyword: "pattern" | "format",
  types: ReadonlySet<TypeName>,
): Set<string> {
  if (!types.has("string")) return new Set();
  return new Set(
    parts.flatMap((part) => part[keyword] ?? []).filter((text) => !ofNoText.has(text)),
  );
}

/** Formats of numbers, and formats that do not restrict a text. */
const ofNoText: ReadonlySet<string> = new Set([
  ...integerFormats,
  "float",
  "double",
  "password",
  "binary",
]);

function mergeItemRules(
  parts: readonly Schema[],
  { both }: Flattener,
): Pick<FlatSchema, "prefixItems" | "items" | "contains"> {
  const withItems = parts
    .map(({ items, prefixItems, unevaluatedItems }) => ({
      prefixItems,
      items: asItems(items) ?? asItems(unevaluatedItems),
    }))
    .filter(({ items, prefixItems }) => items || prefixItems);
  const length = Math.max(0, ...withItems.map(({ prefixItems }) => prefixItems?.length ?? 0));
  const at = (index: number) =>
    withItems.flatMap(({ prefixItems, items }) => {
      const item = prefixItems?.[index] ?? items;
      return item === undefined ? [] : [item];
    });
  const rest = withItems.flatMap(({ items }) => (items ? [items] : []));
  // Without a least number of items that fit, `contains` asks for nothing.
  const contained = parts.flatMap(({ contains, minContains, maxContains }) =>
    contains && (minContains !== 0 || maxContains !== undefined) ? [contains] : [],
  );
  return {
    prefixItems: Array.from({ length }, (_, index) => both(at(index))),
    items: rest.length > 0 ? both(rest) : undefined,
    contains: contained,
  };
}

function asItems(value: unknown): Schema | undefined {
  const items = value === undefined ? undefined : asSchema(value);
  return isAnything(items) ? undefined : items;
}

function listUnions({ anyOf, oneOf, discriminator }: Schema): Union[] {
  return [
    ...(anyOf ? [{ keyword: "anyOf" as const, branches: anyOf, discriminator }] : []),
    ...(oneOf ? [{ keyword: "oneOf" as const, branches: oneOf, discriminator }] : []),
  ];
}

function isConditional(part: Schema): part is Condition {
  return part.if !== undefined && (part.then ?? part.else) !== undefined;
}

/** The names of fields that messages of this kind do not have. */
export function hiddenFields(schema: Schema, { view, resolve }: Flattener): Set<string> {
  const keyword = view === "request" ? "readOnly" : "writeOnly";
  const fields = conjunctsOf([schema], resolve).flatMap(schemaProperties);
  const hidden = fields.filter(([, field]) =>
    conjunctsOf([field], resolve).some((conjunct) => conjunct[keyword] === true),
  );
  return new Set(hidden.map(([name]) => name));
}
