import {
  findBodyContent,
  documentedOf,
  type Contract,
  headerText,
  type Operation,
  type SampleRequest,
  type SampleResponse,
  ownValue,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../cases/case.ts";
import { exchangeAtBoundary } from "../../cases/boundaries/constraint-case.ts";
import { setTimeout as pause } from "node:timers/promises";
import { hasCode, RefusedCallError, type RefusalKind } from "../../errors.ts";
import type { Trace } from "../../exchanges/exchange.ts";
import { receivedExchange } from "../../exchanges/received.ts";
import type { CallCase, TimedResponse } from "../../cases/clients/call-case.ts";
import { compareJson } from "../../json-comparison/compare.ts";
import {
  describeDifference,
  errorVerdict,
  withExchange,
  type Finding,
  type Verdict,
} from "../../verdict.ts";
import { verdictOn } from "../second-validator.ts";
import { callWithCredentials, isAnonymous } from "../../credentials.ts";
import { borrowRecorder, type Recorded } from "../recording-server/recorder.ts";
import type { RecorderResponse } from "../recording-server/write-response.ts";
import { headerNamed, headerTexts } from "../../request.ts";
import { wireFindings } from "./wire-findings.ts";

/**
 * A client under test. `call` rejects with a `RefusedCallError` if there is no valid response, and with a `ConformanceError`
 * `unplayable` if the client cannot be driven.
 */
export interface ClientUnderTest {
  /** Whether the client validates responses by the contract. The default is true. */
  readonly isValidating?: boolean;
  /** Whether a refusal says why. The default is true. */
  readonly hasRefusalKinds?: boolean;
  call(
    server: URL,
    operation: Operation,
    request: SampleRequest,
    how?: {
      /** How often the client may repeat the request by itself, if the contract says that this is safe. The default is 0. */
      readonly retries?: number;
      /** When the client must give up. By default it waits as long as it likes. */
      readonly deadlineMs?: number;
    },
  ): Promise<SampleResponse>;
}

type Call = Pick<CallCase, "id" | "operation" | "call" | "responses"> &
  Partial<CallCase> & {
    readonly isAnonymous?: boolean;
    /** Whether the case is about the response only. The request is not judged then. */
    readonly isOfResponse?: boolean;
  };

/**
 * Plays a case on a client: judges every request of its call, gives the client the responses, and judges what the caller gets. The
 * client must refuse a response that the contract forbids.
 */
export async function playOnClient(
  contract: Contract,
  played: Case | ConstraintCase | CallCase,
  client: ClientUnderTest,
): Promise<Verdict> {
  const call: Call = "responses" in played ? played : callOf(played);
  const { operation, responses } = call;
  const trace: Trace = {};
  try {
    using recorder = await borrowRecorder();
    using elsewhere = leadsAway(call) ? await borrowRecorder() : undefined;
    const request = callWithCredentials(operation, call.call, call);
    trace.exchange = () => {
      const [sent] = recorder.requests;
      return sent && receivedExchange(operation, sent, responses[0].response);
    };
    recorder.responseTo = () => {
      const form = responses[recorder.requests.length - 1] ?? responses.at(-1) ?? responses[0];
      return { ...recorderResponse(call, form), form, elsewhere: elsewhere?.url };
    };
    if (elsewhere) elsewhere.response = recorderResponse(call, responses.at(-1) ?? responses[0]);
    const server = new URL(call.basePath ?? "/", recorder.url);
    const outcome = await playClientCall(client, server, request, call);
    const findings = [
      ...countFindings(call, outcome, recorder.requests.length),
      ...(elsewhere?.requests ?? []).map(() => ({
        message: "a redirect to another server was followed",
      })),
      ...(call.isOfResponse
        ? []
        : await sentFindings(contract, { call, client }, request, recorder.requests, server)),
      ...outcomeFindings(call, outcome, recorder.requests.length, client),
    ];
    return withExchange(verdictOn(contract, played, "client", findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "client", error), trace);
  }
}

function callOf(played: Case | ConstraintCase): Call {
  const exchange = played.kind === "constraint" ? exchangeAtBoundary(played) : played;
  const { call, response } = exchange;
  const isOfResponse = isForbidden(played);
  const expected = isOfResponse ? "refused" : "response";
  return {
    id: played.id,
    operation: played.operation,
    call,
    isOfResponse,
    isAnonymous: isAnonymous(exchange),
    responses: [{ response, expected }],
  };
}

/** Whether the case has a response that the contract forbids. Requests are never forbidden: a client sends what its caller gives it. */
export function isForbidden(played: Case | ConstraintCase): boolean {
  return (
    played.kind === "constraint" &&
    played.constraint.direction === "response" &&
    played.boundary === "invalid"
  );
}

function leadsAway({ responses }: Call): boolean {
  return responses.some(({ headers }) => headers?.["Location"]?.includes("{elsewhere}"));
}

/** What the caller gets: a response or a refusal. */
type Outcome =
  | { readonly result: SampleResponse }
  | { readonly refused: string; readonly kind?: RefusalKind };

async function playClientCall(
  client: ClientUnderTest,
  server: URL,
  request: SampleRequest,
  { operation, retries, deadlineMs }: Call,
): Promise<Outcome> {
  const how = {
    ...(retries !== undefined && { retries }),
    ...(deadlineMs !== undefined && { deadlineMs }),
  };
  const called = client.call(server, operation, request, how).then(
    (result) => ({ result }),
    (error: unknown): Outcome => {
      // A client that cannot be driven has not refused anything.
      if (hasCode(error, "unplayable")) throw error;
      const refused = error instanceof Error ? error.message : String(error);
      return error instanceof RefusedCallError ? { refused, kind: error.kind } : { refused };
    },
  );
  const late = { refused: "the client did not give up in time" };
  return deadlineMs === undefined
    ? called
    : Promise.race([called, pause(deadlineMs + GRACE_MS, late, { ref: false })]);
}

/** A busy machine may notice a deadline late. */
const GRACE_MS = 3000;

/** A response with an undocumented status is JSON. A file of any type has its type in a header. */
function recorderResponse({ operation }: Call, { response }: TimedResponse): RecorderResponse {
  const documented = documentedOf(operation.responses, response.status);
  const named = response.contentType ?? headerNamed(response.headers, "Content-Type");
  const contentType = named ?? (documented ? documented.contentType : "application/json");
  return {
    ...response,
    ...(contentType !== undefined && { contentType: headerText(contentType) }),
    content: findBodyContent(documented, response.contentType),
  };
}

function countFindings(
  { operation, mayBeUnsent, retries = 0, responses }: Call,
  outcome: Outcome,
  count: number,
): Finding[] {
  if (count === 0) {
    const isRefused = "refused" in outcome;
    if (mayBeUnsent && isRefused) return [];
    const why = isRefused ? `, the client says: ${outcome.refused}` : "";
    return [{ message: `nothing was sent${why}`, repeatable: "nothing was sent" }];
  }
  // Many HTTP libraries repeat a request by themselves once if the connection broke (RFC 9110, section 9.2.2).
  const repeats = responses.some(breaksOff) ? Math.max(retries, 1) : retries;
  const most = 1 + (operation.retryable ? repeats : 0);
  return count > most
    ? [{ message: `sent ${count} requests instead of ${most === 1 ? "one" : `at most ${most}`}` }]
    : [];
}

function breaksOff({ isHungUp, framing }: TimedResponse): boolean {
  if (framing?.kind === "length") return (framing.missingBytes ?? 0) > 0;
  return isHungUp === true || (framing?.kind === "chunks" && framing.isUnfinished === true);
}

/** Every request must be the one that the caller asked for. Repeats must have the same headers. */
async function sentFindings(
  contract: Contract,
  { call: { id, operation }, client }: { call: Call; client: ClientUnderTest },
  request: SampleRequest,
  requests: readonly Recorded[],
  server: URL,
): Promise<Finding[]> {
  const [first] = requests;
  const names = operation.parameters.flatMap((parameter) =>
    parameter.in === "header" ? [parameter.name] : [],
  );
  const found = await Promise.all(
    requests.map(async (sent) => {
      const differing = names.filter(
        (name) =>
          ownValue(sent.headers, name.toLowerCase()) !==
          ownValue(first?.headers ?? {}, name.toLowerCase()),
      );
      return [
        ...(await wireFindings({ client, caseId: id }, contract, operation, request, sent, server)),
        ...differing.map((name) => ({
          message: `sent/headers/${name}: not the same when the request was repeated`,
        })),
      ];
    }),
  );
  return [...new Map(found.flat().map((item) => [item.message, item])).values()];
}

/** The caller must get the response to the last request. */
function outcomeFindings(
  { responses, group, mayBeUnsent }: Call,
  outcome: Outcome,
  count: number,
  { isValidating = true, hasRefusalKinds = true }: ClientUnderTest,
): Finding[] {
  if (count === 0) return [];
  const last = responses[Math.min(count, responses.length) - 1] ?? responses[0];
  const { expected, response } = last;
  // A client that does not validate responses returns a redirect like any other response.
  if (group === "redirects" && !isValidating) return [];
  if ("result" in outcome)
    return expected === "refused"
      ? [{ message: "the client accepted an invalid response" }]
      : resultFindings(response, outcome.result);
  if (expected === "response")
    return mayBeUnsent
      ? []
      : [{ message: `the documented response was refused: ${outcome.refused}` }];
  const due = last.isStalled ? "timeout" : breaksOff(last) ? "network" : "response";
  return expected === "either" || !hasRefusalKinds || outcome.kind === due
    ? []
    : [
        {
          message: `refused as "${outcome.kind ?? "nothing"}" instead of "${due}": ${outcome.refused}`,
        },
      ];
}

function resultFindings(given: SampleResponse, result: SampleResponse): Finding[] {
  const comparable = ({ status, headers, body }: SampleResponse) => ({
    status,
    body,
    headers: headerTexts(headers),
  });
  return compareJson(comparable(given), comparable(result)).map((difference) =>
    describeDifference("result", difference),
  );
}
