import { maxListedFaults } from "@contract-toolkit/kernel/messages";
import type { FieldFault, ListedFaults } from "./problem.ts";

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
