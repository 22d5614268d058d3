import type { ConstraintCase, Target } from "../case.ts";

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
