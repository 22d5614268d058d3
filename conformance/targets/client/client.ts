import type { Contract } from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { isAnonymous } from "../../credentials.ts";
import { exchangeAtBoundary } from "../../cases/boundaries/constraint-case.ts";
import type { Verdict } from "../../verdict.ts";
import { type ClientUnderTest, playCalls } from "./play-call.ts";

/**
 * Plays a case against a client: makes the call, compares the bytes on the wire, gives the client the response, and compares the
 * result. The client must refuse a response that the contract forbids.
 */
export async function playOnClient(
  contract: Contract,
  played: Case | ConstraintCase,
  client: ClientUnderTest,
): Promise<Verdict> {
  const exchange = played.kind === "constraint" ? exchangeAtBoundary(played) : played;
  const { call, response } = exchange;
  const isOfResponse = isForbidden(played);
  const expected = isOfResponse ? "refused" : "response";
  return playCalls(contract, played, client, {
    ...{ id: played.id, operation: played.operation, call, isOfResponse },
    isAnonymous: isAnonymous(exchange),
    responses: [{ response, expected }],
  });
}

/**
 * Whether the case has a response that the contract forbids. Requests of a client are never forbidden: it sends what its caller
 * gives it.
 */
export function isForbidden(played: Case | ConstraintCase): boolean {
  return (
    played.kind === "constraint" &&
    played.constraint.direction === "response" &&
    played.boundary === "invalid"
  );
}
