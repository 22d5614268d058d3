import { type Fault, fieldOf, maxListedFaults } from "@contract-toolkit/contract/messages";
import {
  ProblemError,
  type FieldFault,
  type InvalidRequest,
  type ListedFaults,
} from "../problem.ts";

/**
 * Combines the faults of a request; undefined if there are none. Faults in a place that could not be read are left out, because
 * they follow from that.
 */
export function invalidRequest(
  unread: readonly Fault[],
  broken: readonly Fault[],
): InvalidRequest | undefined {
  const news = unread.length === 0 ? broken : broken.filter((fault) => !isAbout(unread, fault));
  const found = [...unread, ...news];
  if (found.length === 0) return undefined;
  const [first] = found;
  const code = found.every((fault) => fault.code !== undefined) ? first?.code : undefined;
  const listed = found.filter(({ omitted }) => omitted === undefined);
  const omitted = found.reduce((sum, fault) => sum + (fault.omitted ?? 0), 0);
  return {
    kind: "invalid-request",
    ...listFaults(listed.map(toFieldFault), omitted),
    ...(code !== undefined && { code }),
  };
}

/** A problem with one fault of the body, or of a field of a form. */
export function malformed(reason: string, pointer = "/body"): ProblemError {
  const listed = listFaults([toFieldFault({ pointer, reason })]);
  return new ProblemError({ kind: "invalid-request", ...listed });
}

function isAbout(places: readonly Fault[], { pointer }: Fault): boolean {
  return places.some(
    (place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`),
  );
}

function toFieldFault({ pointer, reason, code, rule }: Fault): FieldFault {
  return {
    field: fieldOf(pointer),
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

/** Bytes that all faults may take of a response's 32 kB, as JSON. The rest is for other parts of the response. */
const maxFaultsBytes = 16 * 1024;

/**
 * Limits faults to what a response may list: 100, with short names and reasons. The first ones are kept, the others counted.
 *
 * @param omittedFaults the number of faults that are not in `given`
 * @example
 * const { faults, omittedFaults } = listFaults([{ field: "a", reason: "is required" }]);
 */
export function listFaults(given: readonly FieldFault[], omittedFaults = 0): ListedFaults {
  const faults: FieldFault[] = [];
  let bytes = 0;
  for (const fault of given.slice(0, maxListedFaults)) {
    const field = cut(fault.field, maxFieldLength);
    const reason = cut(fault.reason, maxReasonLength);
    bytes += Buffer.byteLength(JSON.stringify([field, reason]));
    if (bytes > maxFaultsBytes) break;
    faults.push({ ...fault, field, reason });
  }
  return { faults, omittedFaults: omittedFaults + given.length - faults.length };
}

/** The beginning of a text, with an ellipsis if it was cut. */
export function cut(text: string, maxLength: number): string {
  // A cut surrogate pair would be invalid Unicode.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
