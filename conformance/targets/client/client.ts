import type {
  Contract,
  Operation,
  SampleRequest,
  SampleResponse,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { isAnonymous } from "../../credentials.ts";
import { exchangeAtBoundary } from "../../cases/boundaries/constraint-case.ts";
import type { Verdict } from "../../verdict.ts";
import { playCalls } from "./play-call.ts";

/**
 * A client under test. `call` rejects if there is no valid response, and with a `ConformanceError` `unplayable` if the client cannot be
 * driven.
 */
export interface ClientUnderTest {
  /** Whether the client validates responses by the contract. The default is true. */
  readonly isValidating?: boolean;
  call(
    server: URL,
    operation: Operation,
    request: SampleRequest,
    /** How often the client may repeat the request by itself, if the contract says that this is safe. The default is 0. */
    how?: { readonly retries?: number },
  ): Promise<SampleResponse>;
}

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
