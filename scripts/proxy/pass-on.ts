import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { decompressBody } from "@contract-toolkit/conformance/internal";
import { hasBody, isEventsType, isJsonType, mediaTypeOf } from "@contract-toolkit/contract";
import { makeProblemResponse } from "@contract-toolkit/mock/refusals";
import { checkJson } from "@contract-toolkit/schemas/documents/check-json";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { HandlerResponse } from "@contract-toolkit/skeleton";
import type { WireExchange } from "./exchange.ts";
import {
  collectBody,
  passingHeaders,
  readHeldBody,
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
  // Preflights of browsers belong to no operation, and have no body.
  if (request.method === "OPTIONS" && !hasBody(request.headers)) return passOn(waiting);
  const wireOf = startTiming();
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readHeldBody(request);
  const judgeWith = (result: WireExchange["response"], received?: ReceivedRequest) =>
    judge.judgeExchange(wireOf(request, body, result), received);
  const refuse = async (status: number, why: string) => {
    const refusal = sendProblem(response, status, `The request cannot be judged: ${why}.`);
    return refusedAs(await judgeWith(why), refusal);
  };
  if (typeof body === "string") return refuse(413, body);
  const ambiguity = ambiguityOf(request, body);
  if (ambiguity !== undefined) return refuse(400, ambiguity);
  const recorded = new RecordedRequest(wireOf(request, body, "").request);
  const received = { ...(await judge.judgeRequest(recorded, true, response)), request: recorded };
  if (received.problem) {
    const { refusal = { status: response.statusCode, headers: {}, body: undefined } } = received;
    const judged = await judgeWith("the proxy has refused the request", received);
    return { ...refusedAs(judged, refusal), unjudged: [] };
  }
  const fromServer = await ask(request, response, () => upstream.open(request, body).end(body));
  if (fromServer instanceof Error) return judgeWith(sendFailure(response, fromServer), received);
  if (isEventsType(fromServer.headers["content-type"] ?? ""))
    return judgeWith(await passResponse(fromServer, response), received);
  const arrived = await readHeldBody(fromServer);
  const held =
    typeof arrived === "string" ? arrived : (ambiguityOf(fromServer, arrived) ?? arrived);
  const judged = await judgeWith(wireResponse(fromServer, held), received);
  const violations = judged.violations.filter((violation) => violation.in === "response");
  if (typeof held !== "string" && violations.length === 0) {
    writeHead(fromServer, response).end(held);
    return judged;
  }
  const detail =
    typeof held === "string"
      ? `The response of the server cannot be judged: ${held}.`
      : "The response of the server violates the contract; see errors.";
  return refusedAs(judged, sendProblem(response, 502, detail, violations));
}

/** Why programs may read JSON in different ways, so that what is judged is not what is read. */
function ambiguityOf({ headers }: IncomingMessage, body: Buffer): string | undefined {
  if (!isJsonType(mediaTypeOf(headers["content-type"] ?? ""))) return undefined;
  const text = decompressBody(body, headers["content-encoding"] ?? "")?.toString() ?? "";
  try {
    checkJson(text, (_, what) => new UsageError(`its JSON ${what.replace(/\.$/, "")}`));
  } catch (error) {
    if (error instanceof UsageError) return error.message;
  }
  return undefined;
}

/** An exchange whose client got another response. */
function refusedAs(judged: JudgedExchange, refusal: HandlerResponse): JudgedExchange {
  return { ...judged, answered: { ...judged.answered, status: refusal.status, refusal } };
}

function startTiming() {
  const [receivedAt, startedAt] = [Date.now(), performance.now()];
  return (
    request: IncomingMessage,
    body: Buffer | string,
    response: WireExchange["response"],
  ): WireExchange => ({
    receivedAt,
    durationMs: performance.now() - startedAt,
    request: {
      method: request.method ?? "",
      target: request.url ?? "/",
      headers: passingHeaders(request),
      body,
    },
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
  fromServer: IncomingMessage,
  response: ServerResponse,
): Promise<WireExchange["response"]> {
  const body = collectBody(fromServer);
  writeHead(fromServer, response);
  // A response without a length may be a stream, whose first part comes later.
  if (fromServer.headers["content-length"] === undefined) response.flushHeaders();
  fromServer
    .on("end", () => {
      response.addTrailers(fromServer.trailers);
    })
    .on("error", (error) => response.destroy(error))
    .pipe(response);
  await finished(response).catch(() => undefined);
  return wireResponse(fromServer, body());
}

function writeHead(fromServer: IncomingMessage, response: ServerResponse): ServerResponse {
  const { statusCode = 0, statusMessage } = fromServer;
  // The server decides whether there is one.
  response.sendDate = false;
  return response.writeHead(statusCode, statusMessage, passingHeaders(fromServer));
}

function wireResponse(fromServer: IncomingMessage, body: Buffer | string) {
  return { status: fromServer.statusCode ?? 0, headers: passingHeaders(fromServer), body };
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
