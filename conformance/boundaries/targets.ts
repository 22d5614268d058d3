import type { ConstraintCase } from "../case.ts";
import type { Side } from "../verdict.ts";

/**
 * Whether a case says something of a side: servers and receivers are sent requests; a client sends what is allowed, as
 * far as its caller decides it, and is given answers.
 */
export function concerns(
  { constraint: { direction, keyword }, edge }: Pick<ConstraintCase, "constraint" | "edge">,
  side: Side,
): boolean {
  // A receiver knows a message by its signature, whatever type it is said to have.
  if (side === "receiver") return direction === "request" && keyword !== "contentType";
  if (side === "server") return direction === "request";
  return direction === "response" || (edge === "inside" && keyword !== "contentType");
}
