import { isDeepStrictEqual } from "node:util";
import type { Schema } from "@contract-toolkit/contract";
import type { SpecElement } from "./spec-lookup.ts";
import type { Row } from "./rows.ts";

/** Differences between a requirement and the specification, as text. */
export function rowFaults(row: Row, { shapes, required }: SpecElement): string[] {
  return [...typeFaults(row, shapes), ...ruleFaults(row, shapes)].concat(
    row.required !== undefined && row.required !== required
      ? `is ${required ? "required" : "optional"} there`
      : [],
    row.value !== undefined && !allowsLiteral(shapes, row.value)
      ? `does not allow ${JSON.stringify(row.value)} there`
      : [],
  );
}

function typeFaults({ type }: Row, shapes: readonly Schema[]): string[] {
  if (!type) return [];
  const found = shapeTypes(shapes);
  return isDeepStrictEqual(new Set([type].flat()), found)
    ? []
    : [`has the type ${[...found].join(" or ")} there`];
}

/** The JSON types of a value. A number is an integer if only integers are listed. */
function shapeTypes(shapes: readonly Schema[]): Set<unknown> {
  return new Set(
    shapes.flatMap((shape) => {
      const literals = literalsOf(shape);
      return literals.length > 0 && literals.every(Number.isInteger)
        ? ["integer"]
        : (shape.type ?? []);
    }),
  );
}

function literalsOf(shape: Schema): unknown[] {
  if (Array.isArray(shape.enum)) return shape.enum as unknown[];
  return "const" in shape ? [shape.const] : [];
}

function ruleFaults({ rules = {} }: Row, shapes: readonly Schema[]): string[] {
  return Object.entries(rules)
    .filter(([rule, value]) => !shapes.some((shape) => isDeepStrictEqual(shape[rule], value)))
    .map(([rule]) => {
      const found = shapes.map((shape) => shape[rule]).filter((value) => value !== undefined);
      return found.length > 0
        ? `has ${rule} ${found.map((value) => JSON.stringify(value)).join(" and ")} there`
        : `has no ${rule} there`;
    });
}

/** Whether the schemas list `value`, or list nothing and the type fits. */
function allowsLiteral(shapes: readonly Schema[], value: unknown): boolean {
  const literals = shapes.flatMap(literalsOf);
  if (literals.length > 0) return literals.includes(value);
  const types = shapeTypes(shapes);
  return types.has(typeof value) || (Number.isInteger(value) && types.has("integer"));
}
