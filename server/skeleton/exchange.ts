import { AsyncResource } from "node:async_hooks";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
// Faster than the global one, which is looked up at each use.
import { performance } from "node:perf_hooks";
import {
  contentsOf,
  documentedOf,
  preferredType,
  type Operation,
  type Responder,
  type OperationTypes,
  type Received,
} from "@contract-toolkit/contract/messages";
import type { PreparedResponse } from "./responses/response.ts";
import type { RequestMessage } from "./engine.ts";
import type { ResponseInfo } from "./options.ts";
import { originForm } from "./path-tree.ts";
import type { InvalidRequest, Problem } from "./problem.ts";
import type { Content } from "./requests/content.ts";

/** The response of the application to a request that was passed on. */
export interface OriginalResponse {
  readonly status: number;
  /** Those that were set after the request was passed on. */
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

/** One request and its response, with what is known about them so far. */
export class Exchange<Context, Request extends IncomingMessage = IncomingMessage> {
  readonly request: Request;
  readonly response: ServerResponse;
  readonly headers: IncomingHttpHeaders;
  /** Relative to the mount path, which Express removes from `url`. */
  readonly pathname: string;
  readonly search: string;
  operation: Operation | undefined;
  // Set by one step of the operation's plan, used by the next ones.
  pathParameters!: Readonly<Record<string, string>>;
  context!: Context;
  content: Content | undefined;
  /** Set when the whole body was read. */
  isBodyRead = false;
  message!: RequestMessage;
  invalid: InvalidRequest | undefined;
  responder: Responder<OperationTypes> | undefined;
  result!: PreparedResponse;
  /** What was sent instead of a response. */
  refusal: PreparedResponse | undefined;
  sentText: string | undefined;
  /** Calls the next middleware, for an operation without a handler. */
  next: (() => void) | undefined;
  /** What the application responded to an operation without a handler. */
  original: OriginalResponse | undefined;
  /** Allows writing to the response again, after middleware ran. */
  release: (() => void) | undefined;
  readonly #startedAt = performance.now();
  // The two clocks drift apart by milliseconds, so the time of day cannot be computed from the other.
  readonly #receivedAt = Date.now();

  constructor(request: Request, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.headers = request.headers;
    const url = request.url ?? "/";
    this.pathname = pathnameOf(url);
    this.search = url.slice(this.pathname.length + 1);
  }

  received(): Received<OperationTypes, Context, Request> {
    return new ReceivedRequest(this);
  }

  outcome(
    status: number,
    problem?: Problem,
    undocumented?: string,
  ): ResponseInfo<Context, Request> {
    const { request, operation, context } = this;
    const answered: Writable<ResponseInfo<Context, Request>> = {
      method: request.method ?? "",
      path: wholePathOf(request),
      status,
      receivedAt: this.#receivedAt,
      durationMs: performance.now() - this.#startedAt,
      request,
      received: this.message,
      reply: this.result,
      refusal: this.refusal,
      sentText: this.sentText,
    };
    if (operation) answered.operation = operation;
    if (context !== undefined) answered.context = context;
    if (problem) answered.problem = problem;
    if (undocumented !== undefined) answered.undocumented = undocumented;
    return answered;
  }
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** The request for a handler. It is a class, because an object literal with a getter is slow to create and to collect. */
class ReceivedRequest<Context, Request extends IncomingMessage> implements Received<
  OperationTypes,
  Context,
  Request
> {
  readonly path: RequestMessage["path"];
  readonly query: RequestMessage["query"];
  readonly headers: RequestMessage["headers"];
  readonly cookies: Readonly<Record<string, unknown>>;
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly context: Context;
  readonly request: Request;
  readonly #exchange: Exchange<Context, Request>;
  #controller: AbortController | undefined;

  constructor(exchange: Exchange<Context, Request>) {
    const { message, context, request } = exchange;
    const { path, query, headers, cookies = noCookies, contentType, body } = message;
    this.contentType = contentType;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.cookies = cookies;
    this.body = body;
    this.context = context;
    this.request = request;
    this.#exchange = exchange;
  }

  /** A getter, because handlers may destructure it. */
  get preferred(): (status: number) => string {
    return (status) => {
      const { operation } = this.#exchange;
      const documented = operation && documentedOf(operation.responses, status);
      const [first, ...others] = contentsOf(documented).map(({ contentType }) => contentType);
      if (first === undefined) throw new TypeError(`${status} has no body.`);
      return preferredType(this.request.headers.accept, [first, ...others]);
    };
  }

  /** Created on first use. Most handlers never use it. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const made = (this.#controller = new AbortController());
      const { response } = this.#exchange;
      // Events of the response run outside the asynchronous context of the handler.
      const abort = AsyncResource.bind(() => {
        if (!response.writableFinished) made.abort();
      });
      if (response.destroyed) abort();
      else response.once("close", abort);
    }
    return this.#controller.signal;
  }
}

const noCookies: Readonly<Record<string, unknown>> = Object.freeze({});

/** The path as the client sent it, without the origin of an absolute request target. */
function wholePathOf(request: IncomingMessage): string {
  const url =
    "originalUrl" in request && typeof request.originalUrl === "string"
      ? request.originalUrl
      : (request.url ?? "/");
  return originForm(pathnameOf(url));
}

function pathnameOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
