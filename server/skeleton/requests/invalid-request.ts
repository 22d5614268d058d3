import {
  type Violation,
  fieldPath,
  maxListedViolations,
} from "@contract-toolkit/contract/messages";
import {
  ProblemError,
  type FieldViolation,
  type InvalidRequest,
  type ListedViolations,
} from "../problem.ts";

/**
 * Combines the violations of a request; undefined if there are none. Violations in a place that could not be read are left out, because
 * they follow from that.
 */
export function invalidRequest(
  unread: readonly Violation[],
  broken: readonly Violation[],
): InvalidRequest | undefined {
  const news =
    unread.length === 0 ? broken : broken.filter((violation) => !isAbout(unread, violation));
  const found = [...unread, ...news];
  if (found.length === 0) return undefined;
  const [first] = found;
  const code = found.every((violation) => violation.code !== undefined) ? first?.code : undefined;
  const listed = found.filter(({ omitted }) => omitted === undefined);
  const omitted = found.reduce((sum, violation) => sum + (violation.omitted ?? 0), 0);
  return {
    kind: "invalid-request",
    ...listViolations(listed.map(toFieldViolation), omitted),
    ...(code !== undefined && { code }),
  };
}

/** A problem with one violation of the body, or of a field of a form. */
export function malformed(reason: string, pointer = "/body"): ProblemError {
  const listed = listViolations([toFieldViolation({ pointer, reason })]);
  return new ProblemError({ kind: "invalid-request", ...listed });
}

function isAbout(places: readonly Violation[], { pointer }: Violation): boolean {
  return places.some(
    (place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`),
  );
}

function toFieldViolation({ pointer, reason, code, rule }: Violation): FieldViolation {
  return {
    field: fieldPath(pointer),
    reason,
    pointer,
    ...(rule !== undefined && { rule }),
    ...(code !== undefined && { code }),
  };
}

/** Characters of a field's name. Documented paths are shorter, so only a client's own names are cut. */
const maxFieldLength = 256;

/** Characters of a reason. It lists allowed values, such as those of an enumeration. */
const maxReasonLength = 1024;

/** Bytes that all violations may take of a response's 32 kB, as JSON. The rest is for other parts of the response. */
const maxViolationsBytes = 16 * 1024;

/**
 * Limits violations to what a response may list: 100, with short names and reasons. The first ones are kept, the others counted.
 *
 * @param omittedViolations the number of violations that are not in `given`
 * @example
 * const { violations, omittedViolations } = listViolations([{ field: "a", reason: "is required" }]);
 */
export function listViolations(
  given: readonly FieldViolation[],
  omittedViolations = 0,
): ListedViolations {
  const violations: FieldViolation[] = [];
  let bytes = 0;
  for (const violation of given.slice(0, maxListedViolations)) {
    const field = truncateText(violation.field, maxFieldLength);
    const reason = truncateText(violation.reason, maxReasonLength);
    bytes += Buffer.byteLength(JSON.stringify([field, reason]));
    if (bytes > maxViolationsBytes) break;
    violations.push({ ...violation, field, reason });
  }
  return { violations, omittedViolations: omittedViolations + given.length - violations.length };
}

/** The beginning of a text, with an ellipsis if it was cut. */
export function truncateText(text: string, maxLength: number): string {
  // A cut surrogate pair would be invalid Unicode.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
