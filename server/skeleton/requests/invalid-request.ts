import { type Fault, fieldOf, maxListedFaults } from "@contract-toolkit/kernel/messages";
import {
  ProblemError,
  type FieldFault,
  type InvalidRequest,
  type ListedFaults,
} from "../problem.ts";

/**
 * Puts together what is wrong with a request; undefined: nothing is. What is said of a place that could not be read follows
 * from that, and is no news.
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

/** The refusal of a body, or of a field of a form, that is wrong by itself. */
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

/** No documented path is longer; what a client has made up is cut. In characters, as are reasons. */
const maxFieldLength = 256;

/** A reason lists what is allowed, such as the values of an enumeration. */
const maxReasonLength = 1024;

/** What the faults of an answer may take of its 32 kB, as JSON; the rest is for the names of fields and the message. */
const maxFaultsBytes = 16 * 1024;

/**
 * Brings faults within what an answer may list: 100 of them, with names and reasons that are not long. The first ones
 * are kept, and the others counted.
 *
 * @param omittedFaults how many more there are than are given
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

/** The beginning of a text, ended by an ellipsis where something is left out. */
export function cut(text: string, maxLength: number): string {
  // What is cut within a surrogate pair would be no Unicode text.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
