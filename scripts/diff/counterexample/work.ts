import { patternWeakness } from "@contract-toolkit/schemas/redos/linear";
import { isContainer, isSchema, type Schema } from "@contract-toolkit/contract";

/** The remaining work of a search, counted in steps so that the result is the same on every machine. */
export interface Budget {
  readonly spend: (work: number) => void;
}

/** The search for a message exceeds its budget. */
export class TooMuchWorkError extends Error {
  readonly code = "too-much-work";
}

/** Making a part of a message takes longer than judging it by a schema. */
export const workOfPart = 8;

/** Returns a function that makes the budget of one search, within the budget of all searches of the comparison. */
export function createBudgets(ofOne: number, ofAll: number): () => Budget {
  let left = ofAll;
  return () => {
    let own = ofOne;
    return {
      spend(work) {
        if (work > Math.min(left, own)) throw new TooMuchWorkError("The search costs too much.");
        left -= work;
        own -= work;
      },
    };
  };
}

/** In steps: about a tenth of a second for each pattern, and some seconds for all of a process, which studies each once. */
const budgetOfPattern = createBudgets(200_000, 5_000_000);
const studied = new Map<string, boolean>();

/** Whether a pattern may take more than linear time. A pattern that is too expensive to decide counts as weak. */
export function isWeak(pattern: string): boolean {
  const weak = studied.get(pattern) ?? isFoundWeak(pattern);
  studied.set(pattern, weak);
  return weak;
}

function isFoundWeak(pattern: string): boolean {
  try {
    return patternWeakness(pattern, budgetOfPattern().spend) !== undefined;
  } catch (error) {
    if (error instanceof TooMuchWorkError) return true;
    throw error;
  }
}

/** The greatest number of schemas that a validator visits for a message that has each place once. */
export function workOf(schema: Schema): number {
  const defs = schema.$defs ?? {};
  const known = new Map<Schema, number>();
  const ofOne = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    // The cost of a recursive place depends on the message.
    known.set(schema, 0);
    const { $ref, $defs: _, ...own } = schema;
    const referred = $ref === undefined ? undefined : defs[$ref.replace("#/$defs/", "")];
    const inside = [...Object.values(own).flatMap(schemasIn), ...(referred ? [referred] : [])];
    const isTooMuch = Object.values(own).some(isTooWide) || listPatterns(own).some(isWeak);
    const work = isTooMuch ? Infinity : inside.reduce((sum, item) => sum + ofOne(item), 1);
    known.set(schema, work);
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
export function listPatterns({ pattern, patternProperties = {} }: Schema): string[] {
  return [...(typeof pattern === "string" ? [pattern] : []), ...Object.keys(patternProperties)];
}

/** Counts every object. Counting too many is harmless. */
function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.filter(isSchema);
  return isSchema(value) ? [value] : [];
}
