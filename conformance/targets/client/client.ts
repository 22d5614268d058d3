import type { Contract, Operation, SampleRequest, SampleResponse } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { isAnonymous } from "../../credentials.ts";
import { exchangeAtBoundary } from "../../cases/boundaries/constraint-case.ts";
import type { Verdict } from "../../verdict.ts";
import { playCalls } from "./play-call.ts";

/** A client to be tested. It rejects without a good answer; with an `UnplayableError`, when it cannot be driven. */
export interface ClientUnderTest {
  /** Whether it judges answers by the contract; it does unless it says that it does not. */
  readonly isValidating?: boolean;
  call(
    server: URL,
    operation: Operation,
    request: SampleRequest,
    /** How often the client may repeat the request by itself, where the contract says that this is safe; 0 unless it is told. */
    how?: { readonly retries?: number },
  ): Promise<SampleResponse>;
}

/**
 * Plays a case against a client: makes its call, compares the bytes on the wire, gives it the answer and compares what
 * the caller gets. An answer that the contract forbids must be refused.
 */
export async function playOnClient(
  contract: Contract,
  played: Case | ConstraintCase,
  client: ClientUnderTest,
): Promise<Verdict> {
  const exchange = played.kind === "constraint" ? exchangeAtBoundary(played) : played;
  const { call, response } = exchange;
  const isOfAnswer = isForbidden(played);
  const expected = isOfAnswer ? "refused" : "response";
  return playCalls(contract, played, client, {
    ...{ id: played.id, operation: played.operation, call, isOfAnswer },
    isAnonymous: isAnonymous(exchange),
    answers: [{ response, expected }],
  });
}

/** Whether an answer is given that the contract forbids. A request is never forbidden to a client: what it is told, it sends. */
export function isForbidden(played: Case | ConstraintCase): boolean {
  return (
    played.kind === "constraint" &&
    played.constraint.direction === "response" &&
    played.boundary === "invalid"
  );
}
