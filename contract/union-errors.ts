import type { ValidationError } from "./validators.ts";

/**
 * The errors of a message without those of branches that were not meant. A union that no branch fits leaves the errors
 * of its branches and then its own, which tells how many each has left. The branch with the fewest faults was meant;
 * they say more than the union's own. A branch that does not even have the type of the value was not meant; where none
 * has, their types are told together.
 *
 * @param faultsIn how many faults some errors are
 */
export function withoutOtherBranches(
  errors: readonly ValidationError[],
  faultsIn: (errors: readonly ValidationError[]) => number,
): readonly ValidationError[] {
  if (errors.every((error) => branchCounts(error).length === 0)) return errors;
  const parts: Part[] = [];
  for (const error of errors) {
    const counts = branchCounts(error);
    if (counts.length === 0) {
      parts.push(error);
      continue;
    }
    // Taken from the end of what came before, the last branch first.
    const branches = [...counts].reverse().map((count) => takeBranch(parts, count));
    const span = 1 + counts.reduce((sum, count) => sum + count, 0);
    parts.push({ ...meantBranch(error, branches.reverse(), faultsIn), span });
  }
  return firstErrors(parts, Infinity);
}

type Part = ValidationError | Run;

/** Errors in a row, and what is kept of them. Kept as a tree: nested unions would copy their errors again and again. */
interface Run {
  /** Of how many errors it was made. */
  readonly span: number;
  /** How many of them are kept. */
  readonly size: number;
  readonly parts: readonly Part[];
}

/** Branches are compared by so many of their errors; what they have beyond is only counted. */
const maxComparedErrors = 100;

const noCounts: readonly number[] = [];

function branchCounts({ params }: ValidationError): readonly number[] {
  const counts: unknown = params["branches"];
  return Array.isArray(counts) ? counts.map(Number) : noCounts;
}

/** Takes what the last `count` errors have become. */
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
  faultsIn: (errors: readonly ValidationError[]) => number,
): Pick<Run, "size" | "parts"> {
  // More than one branch fits where only one may; no branch says what is wrong.
  if (branches.some(({ size }) => size === 0)) return { size: 1, parts: [union] };
  // Inside of a union no path is shorter than its own, and only its own is as short.
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
      faults: faultsIn(errors) + branch.size - errors.length,
    }))
    .sort((a, b) => a.faults - b.faults);
  if (meant) return meant.branch;
  const types = compared
    .flatMap(({ errors }) => errors)
    .filter(isOtherType)
    .flatMap(({ params }) => params["type"]);
  const error = { ...union, keyword: "type", params: { type: [...new Set(types)] } };
  return { size: 1, parts: [error] };
}

/** The first errors that are kept. */
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
