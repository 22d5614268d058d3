import type { ValidationError } from "./validators.ts";

/**
 * Removes the errors of branches that were not meant. If no branch of a union matches, a validator reports the errors of all
 * branches and then one of the union, which says how many each branch has. The branch with the fewest violations was meant, and
 * its errors replace the union's. A branch of another type than the value was not meant. If all branches are of another
 * type, their types are reported together.
 *
 * @param violationsIn counts the violations that some errors make
 * @example
 * // Value { kind: "dog", age: "1" } in a union of two branches: the first is a bird, the second a dog.
 * // Errors: kind must be "bird", wings is missing | age must be a number | the union, with branches [2, 1].
 * // Kept: age must be a number, which is one violation of the dog instead of two of the bird.
 */
export function withoutOtherBranches(
  errors: readonly ValidationError[],
  violationsIn: (errors: readonly ValidationError[]) => number,
): readonly ValidationError[] {
  if (errors.every((error) => branchCounts(error).length === 0)) return errors;
  const parts: Part[] = [];
  for (const error of errors) {
    const counts = branchCounts(error);
    if (counts.length === 0) {
      parts.push(error);
      continue;
    }
    // Taken from the end of the previous errors, the last branch first.
    const branches = [...counts].reverse().map((count) => takeBranch(parts, count));
    const span = 1 + counts.reduce((sum, count) => sum + count, 0);
    parts.push({ ...meantBranch(error, branches.reverse(), violationsIn), span });
  }
  return firstErrors(parts, Infinity);
}

type Part = ValidationError | Run;

/** Consecutive errors, and those of them that are kept, as a tree: nested unions would otherwise copy errors repeatedly. */
interface Run {
  /** The number of errors. */
  readonly span: number;
  /** The number of errors that are kept. */
  readonly size: number;
  readonly parts: readonly Part[];
}

/** Only so many errors of a branch are compared. The others are counted. */
const maxComparedErrors = 100;

const noCounts: readonly number[] = [];

function branchCounts({ params }: ValidationError): readonly number[] {
  const counts: unknown = params["branches"];
  return Array.isArray(counts) ? counts.map(Number) : noCounts;
}

/** Takes the parts of the last `count` errors. */
function takeBranch(from: Part[], count: number): Run {
  const parts: Part[] = [];
  let size = 0;
  for (let left = count; left > 0;) {
    const part = from.pop();
    if (!part) break;
    parts.push(part);
    left -= "span" in part ? part.span : 1;
    size += "span" in part ? part.size : 1;
  }
  return { span: count, size, parts: parts.reverse() };
}

function meantBranch(
  union: ValidationError,
  branches: readonly Run[],
  violationsIn: (errors: readonly ValidationError[]) => number,
): Pick<Run, "size" | "parts"> {
  // More than one branch matches where only one may: report the union's own error.
  if (branches.some(({ size }) => size === 0)) return { size: 1, parts: [union] };
  // Within a union, its own path is the shortest.
  const isOtherType = ({ keyword, instancePath }: ValidationError) =>
    keyword === "type" && instancePath.length === union.instancePath.length;
  const compared = branches.map((branch) => {
    const errors = firstErrors(branch.parts, maxComparedErrors);
    const isOther = errors.some(isOtherType);
    return { branch, errors, isOther };
  });
  const [meant] = compared
    .filter(({ isOther }) => !isOther)
    .map(({ branch, errors }) => ({
      branch,
      violations: violationsIn(errors) + branch.size - errors.length,
    }))
    .sort((a, b) => a.violations - b.violations);
  if (meant) return meant.branch;
  const types = compared
    .flatMap(({ errors }) => errors)
    .filter(isOtherType)
    .flatMap(({ params }) => params["type"]);
  const error = { ...union, keyword: "type", params: { type: [...new Set(types)] } };
  return { size: 1, parts: [error] };
}

function firstErrors(parts: readonly Part[], limit: number): ValidationError[] {
  const found: ValidationError[] = [];
  const collect = (inside: readonly Part[]): void => {
    for (const part of inside) {
      if (found.length >= limit) return;
      if ("span" in part) collect(part.parts);
      else found.push(part);
    }
  };
  collect(parts);
  return found;
}
