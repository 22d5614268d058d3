import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { Schema } from "@contract-toolkit/contract";
import {
  commonTypes,
  canonicalJson,
  type TypeName,
} from "@contract-toolkit/contract/schema-algebra";
import { isWeak } from "../counterexample/work.ts";
import type { FlatSchema, Flattener } from "./flat-schema.ts";
import { describeField } from "./rules/fields.ts";

/** A schema with the flattener of its contract. */
export type Sided = readonly [schema: Schema, flattener: Flattener];

/** Levels of fields and unions. Deeper differences are not looked for. */
const mostLevels = 6;

/** Whether it is certain that no value fits both of two schemas. */
export function areDisjointSchemas(left: Sided, right: Sided, levels = mostLevels): boolean {
  if (levels === 0) return false;
  const [leftFlat, rightFlat] = [flatOf(left), flatOf(right)];
  return (
    haveNoCommonValue(leftFlat, rightFlat) ||
    hasOnlyBranchesApart(left, right, levels) ||
    hasOnlyBranchesApart(right, left, levels) ||
    [...commonTypes(leftFlat.types, rightFlat.types)].every((type) =>
      type === "object"
        ? hasFieldApart(left, right, levels)
        : haveNoCommonSize(type, leftFlat, rightFlat),
    )
  );
}

function flatOf([schema, { flat }]: Sided): FlatSchema {
  return flat(schema);
}

function haveNoCommonValue(left: FlatSchema, right: FlatSchema): boolean {
  if (left.values && right.values) {
    const known = new Set(left.values.map(canonicalJson));
    return !right.values.some((value) => known.has(canonicalJson(value)));
  }
  return [[left, right] as const, [right, left] as const].some(([listed, open]) =>
    listed.values?.every((value) => fitsSchema(value, open) === false),
  );
}

/** Whether a value keeps what a schema says of single values; undefined if its patterns may take too long. */
export function fitsSchema(
  value: unknown,
  { types, limits, patterns, formats, multiples }: FlatSchema,
): boolean | undefined {
  if ([...patterns].some(isWeak)) return undefined;
  const rules: Schema = {
    type: [...types],
    ...Object.fromEntries(limits),
    allOf: [
      ...[...patterns].map((pattern) => ({ pattern })),
      ...[...formats].map((format) => ({ format })),
      ...[...multiples].map((multipleOf) => ({ multipleOf })),
    ],
  };
  return accepts(rules, value);
}

function hasOnlyBranchesApart([schema, flattener]: Sided, other: Sided, levels: number): boolean {
  return flattener
    .flat(schema)
    .unions.some(({ branches }) =>
      branches.every((branch) => areDisjointSchemas([branch, flattener], other, levels - 1)),
    );
}

/** Whether a field that one side requires cannot have a value of both. */
function hasFieldApart(left: Sided, right: Sided, levels: number): boolean {
  const [leftFlat, rightFlat] = [flatOf(left), flatOf(right)];
  return [...new Set([...leftFlat.required, ...rightFlat.required])].some((name) => {
    const [leftField, rightField] = [describeField(name, leftFlat), describeField(name, rightFlat)];
    if (leftField.isRefused || rightField.isRefused) return true;
    return (
      leftField.schema !== undefined &&
      rightField.schema !== undefined &&
      areDisjointSchemas([leftField.schema, left[1]], [rightField.schema, right[1]], levels - 1)
    );
  });
}

/** Whether numbers, texts or lists of one type have no bound, format or length in common. */
function haveNoCommonSize(type: TypeName, left: FlatSchema, right: FlatSchema): boolean {
  const bound = (name: Parameters<FlatSchema["limits"]["get"]>[0], stricter: typeof Math.max) =>
    stricter(
      ...[left, right].flatMap(({ limits }) => {
        const found = limits.get(name);
        return found === undefined ? [] : [found];
      }),
    );
  if (type === "array") return bound("minItems", Math.max) > bound("maxItems", Math.min);
  if (type === "string")
    return (
      bound("minLength", Math.max) > bound("maxLength", Math.min) ||
      haveFormatsApart(left.formats, right.formats)
    );
  if (type !== "number" && type !== "integer") return false;
  const least = bound("minimum", Math.max);
  const most = bound("maximum", Math.min);
  const [above, below] = [bound("exclusiveMinimum", Math.max), bound("exclusiveMaximum", Math.min)];
  return least > most || least >= below || above >= most || above >= below;
}

function haveFormatsApart(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return [...left].some((format) =>
    [...right].some((text) => text !== format && distinct.has(format) && distinct.has(text)),
  );
}

/** Formats of which no text has two. */
const distinct: ReadonlySet<string> = new Set([
  ...["date", "date-time", "ulid", "uuid", "ipv4", "ipv6", "email"],
]);
