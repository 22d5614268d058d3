import {
  fieldOf,
  type SampleRequest,
  type SampleResponse,
  valueAt,
} from "@contract-toolkit/kernel";
import type { Boundary, Case, Constraint, ConstraintCase, Target } from "../case.ts";

/** A case at a boundary; `at` where it is not about the message as a whole. */
export function constraintCase(
  base: Case,
  constraint: Constraint,
  boundary: Boundary,
  name: string,
  message: ConstraintCase["message"],
  at?: Pick<ConstraintCase, "pointer" | "source">,
): ConstraintCase {
  const { direction, status = direction, contentType, place, keyword } = constraint;
  const { operation } = base;
  const of = `${status}${contentType === undefined ? "" : `[${contentType}]`}${place}`;
  const which = name === "" ? "" : ` (${name})`;
  const allowed = boundary === "valid" ? "still allowed" : "no longer allowed";
  const pointer = at?.pointer ?? place;
  return {
    id: `${operation.id}/${of} ${keyword} ${boundary}${which}`,
    kind: "constraint",
    why: `${keyword}${at ? ` of ${place}` : ""}: ${allowed}`,
    source: at?.source ?? operation.source,
    ...{ operation, constraint, boundary, base, message, pointer },
    field: at ? fieldOf(pointer) : place.slice(place.lastIndexOf("/") + 1),
  };
}

export function constraintKey(constraint: Constraint): string {
  const { operation, direction, status = "", contentType = "", place, keyword } = constraint;
  return [operation, direction, status, contentType, place, keyword].join(" ");
}

/** Whether a case says something of a target: a client is asked for what its caller decides, and given answers. */
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
