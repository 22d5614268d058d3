import type { Case } from "../case.ts";
import type { Finding } from "../verdict.ts";
import type { JudgedAnswer } from "./answer.ts";

/**
 * Judges the answer to a request that was derived from its schema: what it means nobody has said, so that any documented
 * answer is right, if it keeps its schema.
 */
export function judgeDerived(
  { operation }: Case,
  { status, isDocumented, findings }: JudgedAnswer,
): Finding[] {
  const { source } = operation;
  if (!isDocumented) return [{ message: `status ${status} is not documented`, source }];
  if (status >= 500)
    return [...findings, { message: `expected no server error, found ${status}`, source }];
  return [...findings];
}
