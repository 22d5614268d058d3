import { patternWeakness } from "../../redos/linear.ts";
import { isContainer, isSchema, type Schema } from "@contract-toolkit/kernel";

/** The remaining work of a search, counted in visited schemas so that the result is the same on every machine. */
export interface Budget {
  readonly spend: (work: number) => void;
}

/** The search for a message exceeds its budget. */
export class TooMuchWorkError extends Error {
  readonly code = "too-much-work";
}

/** About some hundredths of a second for each change, and some seconds for a comparison. */
const workOfOne = 100_000;
const workOfAll = 2_000_000;

/** Making a part of a message takes longer than judging it by a schema. */
export const workOfPart = 8;

/** Returns a function that makes the budget of one change, within the budget of the comparison. */
export function createBudgets(): () => Budget {
  let left = workOfAll;
  return () => {
    let own = workOfOne;
    return {
      spend(work) {
        if (work > Math.min(left, own)) throw new TooMuchWorkError("The search costs too much.");
        left -= work;
        own -= work;
      },
    };
  };
}

/** Whether a pattern may take more than linear time. */
export function isWeak(pattern: string): boolean {
  return patternWeakness(pattern) !== undefined;
}

/** The greatest number of schemas that a validator visits for a message that has each place once. */
export function workOf(schema: Schema): number {
  const defs = schema.$defs ?? {};
  const known = new Map<Schema, number>();
  const ofOne = (each: Schema): number => {
    const before = known.get(each);
    if (before !== undefined) return before;
    // The cost of a recursive place depends on the message.
    known.set(each, 0);
    const { $ref, $defs: _, ...own } = each;
    const referred = $ref === undefined ? undefined : defs[$ref.replace("#/$defs/", "")];
    const inside = [...Object.values(own).flatMap(schemasIn), ...(referred ? [referred] : [])];
    const isTooMuch = Object.values(own).some(isTooWide) || patternsOf(own).some(isWeak);
    const work = isTooMuch ? Infinity : inside.reduce((sum, one) => sum + ofOne(one), 1);
    known.set(each, work);
    return work;
  };
  return ofOne(schema);
}

/** Compiling a schema takes time that grows with the square of its direct subschemas. */
const mostInside = 300;

function isTooWide(value: unknown): boolean {
  return isContainer(value) && Object.keys(value).length > mostInside;
}

/** A property named `pattern` is a schema, not a text. */
function patternsOf({ pattern, patternProperties = {} }: Schema): string[] {
  return [...(typeof pattern === "string" ? [pattern] : []), ...Object.keys(patternProperties)];
}

/** Counts every object. Counting too many is harmless. */
function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.filter(isSchema);
  return isSchema(value) ? [value] : [];
}
