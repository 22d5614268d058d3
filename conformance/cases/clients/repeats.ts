import { documentedOf } from "@contract-toolkit/contract";
import {
  type CallCase,
  type TimedResponse,
  asDocumented,
  callCase,
  eitherWay,
  redirectTo,
  toRefuse,
  type CallContext,
} from "./call-case.ts";

const RETRIES = 2;

/** Undocumented statuses that may make a client retry, some with Retry-After. */
const failing: Readonly<Record<number, { headers?: Record<string, string[]> }>> = {
  408: {},
  425: {},
  429: { headers: { "Retry-After": ["0"] } },
  502: {},
  503: { headers: { "Retry-After": ["0"] } },
  504: {},
};

/** A client retries only if the contract allows it, with the same request, and no more often than allowed. */
export function repeatCases({ success, errors }: CallContext): CallCase[] {
  const { responses, retryable } = success.operation;
  const subject = ["repeats", "RFC 9110, section 9.2.2"] as const;
  const why = retryable
    ? "it is safe to repeat"
    : "the contract does not say that it is safe to repeat";
  const response = asDocumented(success);
  const repeated = (name: string, ...responses: readonly [TimedResponse, ...TimedResponse[]]) =>
    callCase(success, subject, name, why, { responses, retries: RETRIES });
  // Other cases check whether the client returns it.
  const undocumented = (status: number, raw = {}) =>
    eitherWay({ response: { ...success.response, status } }, { reason: "", ...raw });
  const hungUp = toRefuse(success, { isHungUp: true });
  const failures: readonly (readonly [string, TimedResponse])[] = [
    ["hung up", hungUp],
    ["cut off", toRefuse(success, { framing: { kind: "length", missingBytes: 7 } })],
    ...Object.entries(failing)
      .filter(([status]) => documentedOf(responses, Number(status)) === undefined)
      .map(([status, raw]) => [status, undocumented(Number(status), raw)] as const),
    ...errors.map((error) => [`${error.response.status}`, asDocumented(error)] as const),
  ];
  const redirect = toRefuse(success, redirectTo("{elsewhere}", 307));
  return [
    ...failures.flatMap(([name, failure]) => [
      repeated(`${name}, then the response`, failure, response),
      repeated(`${name}, whenever it is asked`, failure),
    ]),
    repeated("503, then a redirect", undocumented(503), redirect, response),
    callCase(
      success,
      subject,
      "hung up, and no repetition told",
      "a client repeats nothing by itself",
      { responses: [hungUp, response] },
    ),
  ];
}
