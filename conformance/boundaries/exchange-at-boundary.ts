import { type SampleRequest, type SampleResponse, valueAt } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../case.ts";

/** What is long enough to be told apart from the values of other runs, and as plain as those that replace it. */
const isReplaceable = /^[\x20-\x7e]{12,}$/;

/** The exchange that a case plays: its sample's, with the changed request or answer. */
export function exchangeAtBoundary({ base, constraint, message }: ConstraintCase): Case {
  if (constraint.direction === "response") return { ...base, response: message as SampleResponse };
  const request = message as SampleRequest;
  const fresh = base.fresh.flatMap(({ pointer }) => {
    const value = valueAt(request, pointer);
    return typeof value === "string" && isReplaceable.test(value)
      ? [{ pointer, maxLength: value.length }]
      : [];
  });
  return { ...base, request, call: request, fresh };
}
