import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { hasBody, isEventsType } from "@contract-toolkit/contract";
import { makeProblemResponse } from "@contract-toolkit/mock/refusals";
import type { HandlerResponse } from "@contract-toolkit/skeleton";
import type { WireExchange } from "./exchange.ts";
import {
  collectBody,
  readHeldBody,
  responseHeaders,
  SilentServerError,
  type Upstream,
} from "./forward.ts";
import type { Judge, JudgedExchange, ReceivedRequest, TrafficViolation } from "./judge.ts";
import { RecordedRequest } from "./request-judge.ts";

/** A request that waits for its response. */
export interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  readonly judge: Judge;
}

/** Passes a request and its response on as they arrive, and judges them afterwards. */
export async function passOn({
  request,
  response,
  upstream,
  judge,
}: Waiting): Promise<JudgedExchange> {
  const wireOf = startTiming();
  const requestBody = collectBody(request);
  const result = await ask(request, response, () => {
    const sent = upstream.open(request);
    if (!hasBody(request.headers)) return sent.end();
    request.on("end", () => {
      sent.addTrailers(request.trailers);
    });
    return request.pipe(sent);
  });
  const passed = await (result instanceof Error
    ? sendFailure(response, result)
    : passResponse(result, response));
  return judge.judgeExchange(wireOf(request, requestBody(), passed));
}

/** Passes on only what satisfies the contract. Streams of events are judged afterwards, because they may have no end. */
export async function passValid(waiting: Waiting): Promise<JudgedExchange> {
  const { request, response, upstream, judge } = waiting;
  // Preflights of browsers belong to no operation.
  if (request.method === "OPTIONS") return passOn(waiting);
  const wireOf = startTiming();
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readHeldBody(request);
  const judgeWith = (result: WireExchange["response"], received?: ReceivedRequest) =>
    judge.judgeExchange(wireOf(request, body, result), received);
  if (typeof body === "string") {
    const refusal = sendProblem(response, 413, `The request cannot be judged: ${body}.`);
    return refusedAs(await judgeWith(body), refusal);
  }
  const recorded = new RecordedRequest(wireOf(request, body, "").request);
  const received = { ...(await judge.judgeRequest(recorded, true, response)), request: recorded };
  if (received.problem) {
    const { refusal = { status: response.statusCode, headers: {}, body: undefined } } = received;
    const judged = await judgeWith("the proxy has refused the request", received);
    return { ...refusedAs(judged, refusal), unjudged: [] };
  }
  const answer = await ask(request, response, () => upstream.open(request, body).end(body));
  if (answer instanceof Error) return judgeWith(sendFailure(response, answer), received);
  if (isEventsType(answer.headers["content-type"] ?? ""))
    return judgeWith(await passResponse(answer, response), received);
  const held = await readHeldBody(answer);
  const judged = await judgeWith(wireResponse(answer, held), received);
  const violations = judged.violations.filter((violation) => violation.in === "response");
  if (typeof held !== "string" && violations.length === 0) {
    writeHead(answer, response).end(held);
    return judged;
  }
  const detail =
    typeof held === "string"
      ? `The response of the server cannot be judged: ${held}.`
      : "The response of the server violates the contract; see errors.";
  return refusedAs(judged, sendProblem(response, 502, detail, violations));
}

/** An exchange whose client got another response. */
function refusedAs(judged: JudgedExchange, refusal: HandlerResponse): JudgedExchange {
  return { ...judged, answered: { ...judged.answered, status: refusal.status, refusal } };
}

function startTiming() {
  const [receivedAt, startedAt] = [Date.now(), performance.now()];
  return (
    { method = "", url = "/", rawHeaders }: IncomingMessage,
    body: Buffer | string,
    response: WireExchange["response"],
  ): WireExchange => ({
    receivedAt,
    durationMs: performance.now() - startedAt,
    request: { method, target: url, headers: rawHeaders, body },
    response,
  });
}

/** The head of the server's response, or why there is none. */
async function ask(
  request: IncomingMessage,
  response: ServerResponse,
  open: () => ClientRequest,
): Promise<IncomingMessage | Error> {
  const sent = open();
  const leave = () => {
    if (!response.writableFinished) sent.destroy(new Error("the client has left"));
  };
  if (response.destroyed) leave();
  response.once("close", leave);
  const result = await new Promise<IncomingMessage | Error>((resolve) => {
    sent
      .on("response", resolve)
      // It may also come after the response, when the server closes the connection while a body is sent.
      .on("error", resolve)
      .on("continue", () => {
        if (request.headers.expect !== undefined) response.writeContinue();
      })
      .on("upgrade", (_, socket) => {
        socket.destroy();
        resolve(new Error("the server switched protocols (101), which no request asks for"));
      });
  });
  const isStale = result instanceof Error && sent.reusedSocket && !response.destroyed;
  if (isStale && !(result instanceof SilentServerError)) {
    response.off("close", leave);
    return ask(request, response, open);
  }
  if (result instanceof Error) return result;
  // A response may take as long as it likes between its parts.
  result.socket.setTimeout(0);
  const { statusCode = 0, statusMessage = "" } = result;
  // Node.js reads status lines that it refuses to write (RFC 9112, section 4), and takes a 101 without Upgrade for a whole response.
  if (statusCode >= 200 && /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage)) return result;
  sent.destroy();
  return new Error(`its status line is not valid: ${statusCode} ${JSON.stringify(statusMessage)}`);
}

async function passResponse(
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<WireExchange["response"]> {
  const body = collectBody(answer);
  writeHead(answer, response);
  // A response without a length may be a stream, whose first part comes later.
  if (answer.headers["content-length"] === undefined) response.flushHeaders();
  answer
    .on("end", () => {
      response.addTrailers(answer.trailers);
    })
    .on("error", (error) => response.destroy(error))
    .pipe(response);
  await finished(response).catch(() => undefined);
  return wireResponse(answer, body());
}

function writeHead(answer: IncomingMessage, response: ServerResponse): ServerResponse {
  const { statusCode = 0, statusMessage } = answer;
  // The server decides whether there is one.
  response.sendDate = false;
  return response.writeHead(statusCode, statusMessage, responseHeaders(answer));
}

function wireResponse(
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  body: Buffer | string,
) {
  return { status, headers: rawHeaders, body };
}

/** @returns why there is no response */
function sendFailure(response: ServerResponse, error: Error): string {
  if (error instanceof SilentServerError) sendProblem(response, 504, error.message);
  else sendProblem(response, 502, `The server gives no response: ${error.message}`);
  return error.message;
}

function sendProblem(
  response: ServerResponse,
  status: number,
  detail: string,
  violations: readonly TrafficViolation[] = [],
) {
  const errors = violations.map(({ pointer, reason }) => ({ pointer, reason }));
  const { body: problem, contentType } = makeProblemResponse(status, detail);
  const body = { ...problem, ...(errors.length > 0 && { errors }) };
  if (!response.destroyed)
    response.writeHead(status, { "Content-Type": contentType }).end(JSON.stringify(body));
  return { status, headers: {}, body };
}
