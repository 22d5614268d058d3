import fc from "fast-check";
import type { Operation } from "@contract-toolkit/kernel";
import { judgeAnswer, sendRequest, wrongStatus } from "../../targets/answer.ts";
import type { Suite } from "../../suite.ts";
import type { Finding } from "../../verdict.ts";
import { requestsOf, type DrawnRequest } from "./requests.ts";

/** A server to be asked at random. */
export interface Fuzzed {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a run goes. */
export interface FuzzOptions {
  /** The same seed draws the same requests. */
  readonly seed: number;
  /** Requests for each operation. */
  readonly runs: number;
  readonly onPlayed?: () => void;
}

/** What came of one operation. */
export interface FuzzResult {
  readonly operation: string;
  readonly played: number;
  /** How many of them an independent validator found valid. */
  readonly valid: number;
  /** By status of the answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The smallest request found that is answered wrongly. */
  readonly failure?: {
    readonly request: unknown;
    readonly findings: readonly Finding[];
  };
}

/**
 * Asks a server at random, operation by operation: it must never fail, always answer within the contract, and refuse what
 * an independent validator refuses. What is answered wrongly is made as small as it can be.
 */
export async function fuzz(
  suite: Suite,
  operation: Operation,
  server: Fuzzed,
  { seed, runs, onPlayed }: FuzzOptions,
): Promise<FuzzResult> {
  const statuses: Record<number, number> = {};
  let played = 0;
  let valid = 0;
  const findingsOf = async (drawn: DrawnRequest): Promise<Finding[]> => {
    const { url, headers } = server;
    const answer = await sendRequest(url, operation, drawn.request, headers, headers);
    played += 1;
    if (drawn.isValid) valid += 1;
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    onPlayed?.();
    if (!operation.responses[answer.status])
      return [{ message: `status ${answer.status} is not documented` }];
    if (answer.status >= 500) return [wrongStatus(operation, 400, answer)];
    const { findings } = judgeAnswer(suite, operation, answer);
    if (answer.status < 400 && !drawn.isValid)
      return [...findings, { message: "what the contract forbids was accepted" }];
    return [...findings];
  };
  const property = fc.asyncProperty(
    requestsOf(suite, operation),
    async (drawn) => (await findingsOf(drawn)).length === 0,
  );
  const outcome = await fc.check(property, { seed, numRuns: runs });
  const [smallest] = outcome.counterexample ?? [];
  const result = { operation: operation.id, played, valid, statuses };
  return smallest === undefined
    ? result
    : {
        ...result,
        failure: {
          request: smallest.request,
          findings: await findingsOf(smallest),
        },
      };
}
