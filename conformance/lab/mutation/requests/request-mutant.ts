import type { Operation, SampleResponse } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import type { Mutant } from "../mutant.ts";
import type { WireRequest } from "../answers/proxy.ts";

/** A change of what a client sends for one operation, or of what it hands to its caller. */
export interface RequestMutant extends Mutant {
  readonly suite: Suite;
  readonly operation: Operation;
  /** The changed request; undefined where there is nothing to change. */
  readonly onSent: (sent: WireRequest) => WireRequest | undefined;
  /** The changed result; undefined where there is nothing to change. */
  readonly onResult: (result: SampleResponse) => SampleResponse | undefined;
}

/** A mutant that changes what is sent. */
export function requestMutant(
  suite: Suite,
  operation: Operation,
  operator: string,
  place: string,
  onSent: RequestMutant["onSent"],
): RequestMutant {
  return {
    ...head(suite, operation, operator, place),
    onSent,
    onResult: () => undefined,
  };
}

/** A mutant that changes what the caller gets. */
export function resultMutant(
  suite: Suite,
  operation: Operation,
  operator: string,
  place: string,
  onResult: RequestMutant["onResult"],
): RequestMutant {
  return {
    ...head(suite, operation, operator, place),
    onSent: () => undefined,
    onResult,
  };
}

function head(
  suite: Suite,
  operation: Operation,
  operator: string,
  place: string,
): Omit<RequestMutant, "onSent" | "onResult"> {
  return {
    id: [operation.id, place, operator].filter(Boolean).join(" "),
    operator,
    description: `${operation.id}: ${operator}${place && ` (${place})`}`,
    suite,
    operation,
  };
}
