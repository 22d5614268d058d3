import {
  contentOf,
  contentsOf,
  documentedOf,
  type Contract,
  headerText,
  type Operation,
  preferredType,
  type Response,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { compareJson } from "../../json/compare.ts";
import { credentialHeaders, isAnonymous, withCredentials } from "../../credentials.ts";
import { exchangeAtBoundary } from "../../boundaries/index.ts";
import { isSameType, readContent } from "../../exchange/wire-body.ts";
import type { Trace } from "../../exchange/exchange.ts";
import { receivedExchange } from "../../exchange/received.ts";
import { verdictOn } from "../attribution.ts";
import type { Recorded, Recorder } from "./recorder/recorder.ts";
import { borrowRecorder } from "./recorder/shared-recorders.ts";
import { fillPlaceholders, writeRequest } from "../../request.ts";
import { UnplayableError } from "../../unplayable-error.ts";
import {
  describeDifference,
  errorVerdict,
  withExchange,
  type Finding,
  type Verdict,
} from "../../verdict.ts";

/**
 * A client to be tested. It rejects when there is no answer, or none that keeps the contract; with an `UnplayableError`,
 * when it cannot be driven at all.
 */
export interface ClientUnderTest {
  call(server: URL, operation: Operation, request: SampleRequest): Promise<SampleResponse>;
}

/** What samples' placeholders for credentials are filled with. */
const sampleCredential = "sample.credential.value";

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
    const credentials = Object.fromEntries(
      played.operation.parameters
        .filter(({ credential }) => credential)
        .map(({ name }) => [name, sampleCredential]),
    );
    const secured = isAnonymous(exchange)
      ? exchange.call
      : withCredentials(played.operation, exchange.call, sampleCredentials(played.operation));
    const request = { ...secured, headers: fillPlaceholders(secured.headers, credentials) };
    trace.exchange = () => {
      const [sent] = recorder.requests;
      return sent && receivedExchange(played.operation, sent, recorder.answer);
    };
    const findings = isForbidden(played)
      ? await playForbidden(exchange, request, client, recorder)
      : await playAnswer(contract, exchange, request, client, recorder);
    return withExchange(verdictOn(contract, played, "client", findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "client", error), trace);
  }
}

/** Credentials of the first alternative of an operation that has any; of Basic, as they are written. */
function sampleCredentials({ security = [] }: Operation): Record<string, string> {
  const chosen = security.find((each) => each.length > 0) ?? [];
  return Object.fromEntries(
    chosen.map(({ name, type }) => [
      name,
      type?.toLowerCase() === "basic"
        ? `${type} ${btoa(`user:${sampleCredential}`)}`
        : sampleCredential,
    ]),
  );
}

/** A request is never forbidden to a client: what it is told to send, it sends. */
function isForbidden(played: Case | ConstraintCase): boolean {
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
  recorder.answer = answerOf(played.operation, played.response);
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
  const expected = {
    status: played.response.status,
    body: played.response.body,
  };
  return [
    ...(await wireFindings(contract, played.operation, request, sent, recorder.url)),
    ...compareJson(expected, { status: result.status, body: result.body }).map((difference) =>
      describeDifference("result", difference),
    ),
    ...compareJson(textual(played.response.headers), textual(result.headers)).map((difference) =>
      describeDifference("result/headers", difference),
    ),
  ];
}

/** Gives the client an answer that the contract forbids. */
async function playForbidden(
  { operation, response }: Case,
  request: SampleRequest,
  client: ClientUnderTest,
  recorder: Recorder,
): Promise<Finding[]> {
  recorder.answer = answerOf(operation, response);
  try {
    await client.call(recorder.url, operation, request);
  } catch (error) {
    requireRefusal(error);
    // A client that sent nothing got no answer that it could have refused.
    return recorder.requests.length > 0 ? [] : [{ message: "nothing was sent" }];
  }
  return [{ message: "an answer that the contract forbids was accepted" }];
}

/** A client that cannot be driven has refused nothing. */
function requireRefusal(error: unknown): void {
  if (error instanceof UnplayableError) throw error;
}

async function wireFindings(
  contract: Contract,
  operation: Operation,
  request: SampleRequest,
  sent: Recorded,
  server: URL,
): Promise<Finding[]> {
  const expected = writeRequest(operation, request, server);
  const found = new URL(sent.target, server);
  const type = sent.headers["content-type"] ?? "";
  const body = await readContent(contentOf(operation.body, request.contentType), sent.bytes, type);
  const differences = [
    ...compareJson(expected.method, sent.method, undefined, "/method"),
    ...compareJson(plainPath(expected.url), plainPath(found), undefined, "/path"),
    ...compareJson(
      [...expected.url.searchParams].sort(),
      [...found.searchParams].sort(),
      undefined,
      "/query",
    ),
    ...compareJson(request.body, body, undefined, "/body"),
    ...Object.entries(expected.headers).flatMap(([name, value]) =>
      (name === "Content-Type" && isSameType(value, type)) ||
      (name === "Accept" && isRatherAccepted(operation, value, sent))
        ? []
        : compareJson(value, sent.headers[name.toLowerCase()], undefined, `/headers/${name}`),
    ),
  ];
  return [
    ...differences.map((difference) => describeDifference("sent", difference)),
    ...Object.keys(expected.headers)
      .filter((name) => sent.repeated.includes(name.toLowerCase()))
      .map((name) => ({
        message: `sent/headers/${name}: sent more than once`,
      })),
    ...strayHeaders(contract, operation, sent).map((name) => ({
      message: `sent/headers/${name}: not documented for ${operation.id}`,
    })),
  ];
}

/** A client may percent-encode more characters than it has to (RFC 3986, section 6.2.2.2). */
function plainPath({ pathname }: URL): string {
  try {
    return pathname
      .split("/")
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join("/");
  } catch {
    return pathname;
  }
}

/** A client may take other types besides, as long as it takes them less. */
function isRatherAccepted({ responses }: Operation, type: string, { headers }: Recorded): boolean {
  const types = Object.values<Response>(responses)
    .map((each) => contentsOf(each).map(({ contentType }) => contentType))
    .find((each) => each.includes(type));
  const [first, ...others] = types ?? [];
  return first !== undefined && preferredType(headers.accept, [first, ...others]) === type;
}

/** Headers that the contract has for other operations only. */
function strayHeaders(contract: Contract, operation: Operation, sent: Recorded): string[] {
  const headersOf = (each: Operation) => [
    ...each.parameters
      .filter((parameter) => parameter.in === "header")
      .map(({ name }) => name.toLowerCase()),
    ...(each.parameters.some((parameter) => parameter.in === "cookie") ? ["cookie"] : []),
    ...credentialHeaders(each),
  ];
  const own = new Set(headersOf(operation));
  const others = Object.values(contract.operations).flatMap(headersOf);
  return [...new Set(others)].filter((name) => !own.has(name) && name in sent.headers);
}

function answerOf(operation: Operation, response: SampleResponse): Recorder["answer"] {
  const documented = documentedOf(operation.responses, response.status)?.contentType;
  const contentType = response.contentType ?? documented;
  return { ...response, ...(contentType !== undefined && { contentType }) };
}

function textual(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, headerText(value)]),
  );
}
