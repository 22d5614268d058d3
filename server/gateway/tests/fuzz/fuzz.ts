import fc from "fast-check";
import { documentedOf, type Operation } from "@contract-toolkit/contract";
import {
  judgeResponse,
  sendRequest,
  wrongStatus,
} from "../../../../conformance/targets/response.ts";
import type { Suite } from "../../../../conformance/suite.ts";
import type { Finding } from "../../../../conformance/verdict.ts";
import { requestsOf, type DrawnRequest } from "./requests.ts";

interface Fuzzed {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
}

interface FuzzOptions {
  /** The same seed draws the same requests. */
  readonly seed: number;
  /** Number of requests. */
  readonly runs: number;
  readonly onPlayed?: () => void;
}

/** The result of one operation. */
export interface FuzzResult {
  readonly played: number;
  /** How many requests the second validator accepts. */
  readonly valid: number;
  /** The smallest request with a wrong response. */
  readonly failure?: {
    readonly request: unknown;
    readonly findings: readonly Finding[];
  };
}

/**
 * Sends random requests for an operation. Every response must satisfy the contract and not be a 5xx, and a request that the
 * second validator refuses must be refused. A request with a wrong response is reduced to a small one.
 */
export async function fuzz(
  suite: Suite,
  operation: Operation,
  server: Fuzzed,
  { seed, runs, onPlayed }: FuzzOptions,
): Promise<FuzzResult> {
  let played = 0;
  let valid = 0;
  const findingsOf = async (drawn: DrawnRequest): Promise<Finding[]> => {
    const { url, headers } = server;
    const response = await sendRequest(url, operation, drawn.request, headers, headers);
    played += 1;
    if (drawn.isValid) valid += 1;
    onPlayed?.();
    if (!documentedOf(operation.responses, response.status))
      return [{ message: `status ${response.status} is not documented` }];
    if (response.status >= 500) return [wrongStatus(operation, 400, response)];
    const { findings } = judgeResponse(suite, operation, response);
    if (response.status < 400 && !drawn.isValid)
      return [...findings, { message: "a request outside the contract was accepted" }];
    return [...findings];
  };
  const property = fc.asyncProperty(
    requestsOf(suite, operation),
    async (drawn) => (await findingsOf(drawn)).length === 0,
  );
  const outcome = await fc.check(property, { seed, numRuns: runs });
  const [smallest] = outcome.counterexample ?? [];
  if (smallest === undefined) return { played, valid };
  const findings = await findingsOf(smallest);
  return { played, valid, failure: { request: smallest.request, findings } };
}
