import { type SampleRequest, type SampleResponse, valueAt } from "@contract-toolkit/kernel";
import type { Boundary, Case, Constraint, ConstraintCase, Target } from "../case.ts";

/** `<operationId>/<message><place> <keyword> <boundary>`, and which where there are several. */
export function idOf(
  { operation, direction, status, contentType, place, keyword }: Constraint,
  boundary: Boundary,
  name: string,
): string {
  return [
    `${operation}/${status ?? direction}${contentType === undefined ? "" : `[${contentType}]`}${place}`,
    keyword,
    boundary,
    ...(name ? [`(${name})`] : []),
  ].join(" ");
}

/**
 * Whether a case says something of a target: servers and receivers are sent requests; a client sends what is allowed, as
 * far as its caller decides it, and is given answers.
 */
export function concerns(
  { constraint: { direction, keyword }, boundary }: Pick<ConstraintCase, "constraint" | "boundary">,
  target: Target,
): boolean {
  // A receiver knows a message by its signature, whatever type it is said to have.
  if (target === "receiver") return direction === "request" && keyword !== "contentType";
  if (target === "server") return direction === "request";
  return direction === "response" || (boundary === "valid" && keyword !== "contentType");
}

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
