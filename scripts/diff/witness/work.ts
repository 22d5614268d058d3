import { patternWeakness } from "../../redos/linear.ts";
import { isContainer, isSchema, type Schema } from "@contract-toolkit/kernel";

/** What a search may still cost, counted in schemas that are looked at, so that it ends alike on every machine. */
export interface Budget {
  readonly spend: (work: number) => void;
}

/** The search for a message costs more than it may. */
export class TooMuchWorkError extends Error {
  readonly code = "too-much-work";
}

/** Some hundredths of a second for each change, and some seconds for all. */
const workOfOne = 100_000;
const workOfAll = 2_000_000;

/** To make a part of a message takes longer than to judge it by a schema. */
export const workOfPart = 8;

/** Makes the budget of one change; what the changes of a comparison spend together has an end as well. */
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

/** Whether a pattern may take more than linear time of what it is asked of. */
export function isWeak(pattern: string): boolean {
  return patternWeakness(pattern) !== undefined;
}

/** How many schemas a validator asks at most, of a message that has each place once. */
export function workOf(schema: Schema): number {
  const defs = schema.$defs ?? {};
  const known = new Map<Schema, number>();
  const ofOne = (each: Schema): number => {
    const before = known.get(each);
    if (before !== undefined) return before;
    // A place that is inside of itself costs what the message makes of it.
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

/** The time to compile a schema grows with the square of what is directly in it. */
const mostInside = 300;

function isTooWide(value: unknown): boolean {
  return isContainer(value) && Object.keys(value).length > mostInside;
}

/** Where a field has the name, its value is a schema. */
function patternsOf({ pattern, patternProperties = {} }: Schema): string[] {
  return [...(typeof pattern === "string" ? [pattern] : []), ...Object.keys(patternProperties)];
}

/** Whatever is an object is counted: more than there is does no harm. */
function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.filter(isSchema);
  return isSchema(value) ? [value] : [];
}
