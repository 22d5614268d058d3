import {
  documentedOf,
  type Contract,
  headerText,
  type Operation,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { compareJson } from "../../json/compare.ts";
import { isAnonymous } from "../../credentials.ts";
import { exchangeAtBoundary } from "../../boundaries/constraint-case.ts";
import type { Trace } from "../../exchange/exchange.ts";
import { receivedExchange } from "../../exchange/received.ts";
import { verdictOn } from "../attribution.ts";
import { callWithCredentials } from "./call-of.ts";
import type { Recorder } from "./recorder/recorder.ts";
import { borrowRecorder } from "./recorder/shared-recorders.ts";
import { UnplayableError } from "../../errors.ts";
import {
  describeDifference,
  errorVerdict,
  withExchange,
  type Finding,
  type Verdict,
} from "../../verdict.ts";
import { wireFindings } from "./wire-findings.ts";

/**
 * A client to be tested. It rejects when there is no answer, or none that keeps the contract; with an `UnplayableError`,
 * when it cannot be driven at all.
 */
export interface ClientUnderTest {
  /** Whether it judges answers by the contract; it does unless it says that it does not. */
  readonly isValidating?: boolean;
  call(
    server: URL,
    operation: Operation,
    request: SampleRequest,
    how?: CallManner,
  ): Promise<SampleResponse>;
}

/** What a call is to be like beside its request. */
export interface CallManner {
  /** How often the client may repeat the request by itself, where the contract says that this is safe; 0 unless it is told. */
  readonly retries?: number;
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
  const trace: Trace = {};
  try {
    using recorder = await borrowRecorder();
    const request = callWithCredentials(played.operation, exchange.call, {
      isAnonymous: isAnonymous(exchange),
    });
    trace.exchange = () => {
      const [sent] = recorder.requests;
      return sent && receivedExchange(played.operation, sent, recorder.answer);
    };
    const findings = isForbidden(played)
      ? await playForbidden(exchange, request, client, recorder)
      : await playAnswer(contract, { ...exchange, id: played.id }, request, client, recorder);
    return withExchange(verdictOn(contract, played, "client", findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "client", error), trace);
  }
}

/** Whether an answer is given that the contract forbids. A request is never forbidden to a client: what it is told, it sends. */
export function isForbidden(played: Case | ConstraintCase): boolean {
  return (
    played.kind === "constraint" &&
    played.constraint.direction === "response" &&
    played.boundary === "invalid"
  );
}

async function playAnswer(
  contract: Contract,
  played: Case,
  request: SampleRequest,
  client: ClientUnderTest,
  recorder: Recorder,
): Promise<Finding[]> {
  recorder.answer = recorderAnswer(played.operation, played.response);
  let result: SampleResponse;
  try {
    result = await client.call(recorder.url, played.operation, request);
  } catch (error) {
    requireRefusal(error);
    return [
      {
        message: `the documented answer was refused: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
  const [sent, ...further] = recorder.requests;
  if (!sent) return [{ message: "nothing was sent" }];
  if (further.length > 0)
    return [{ message: `sent ${1 + further.length} requests instead of one` }];
  return [
    ...(await wireFindings(
      { client, caseId: played.id },
      contract,
      played.operation,
      request,
      sent,
      recorder.url,
    )),
    ...resultFindings(played.response, result),
  ];
}

/** Gives the client an answer that the contract forbids. */
async function playForbidden(
  { operation, response }: Case,
  request: SampleRequest,
  client: ClientUnderTest,
  recorder: Recorder,
): Promise<Finding[]> {
  recorder.answer = recorderAnswer(operation, response);
  try {
    await client.call(recorder.url, operation, request);
  } catch (error) {
    requireRefusal(error);
    // A client that sent nothing got no answer that it could have refused.
    return recorder.requests.length > 0 ? [] : [{ message: "nothing was sent" }];
  }
  return [{ message: "an answer that the contract forbids was accepted" }];
}

/** What is different in what a caller gets from the answer that was given. */
export function resultFindings(given: SampleResponse, result: SampleResponse): Finding[] {
  const expected = { status: given.status, body: given.body };
  return [
    ...compareJson(expected, { status: result.status, body: result.body }).map((difference) =>
      describeDifference("result", difference),
    ),
    ...compareJson(textual(given.headers), textual(result.headers)).map((difference) =>
      describeDifference("result/headers", difference),
    ),
  ];
}

/** A client that cannot be driven has refused nothing. */
export function requireRefusal(error: unknown): void {
  if (error instanceof UnplayableError) throw error;
}

function recorderAnswer(operation: Operation, response: SampleResponse): Recorder["answer"] {
  const documented = documentedOf(operation.responses, response.status)?.contentType;
  const contentType = response.contentType ?? documented;
  return { ...response, ...(contentType !== undefined && { contentType }) };
}

function textual(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, headerText(value)]),
  );
}
