import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type {
  Violation,
  Handler,
  Operation,
  OperationMap,
  SourcePosition,
} from "@contract-toolkit/contract";
import type { HeaderValues } from "./responses/response.ts";
import type { CorsOptions } from "./middleware/cors.ts";
import type { Engine, RequestMessage } from "./engine.ts";
import type { Middleware } from "./middleware/middleware.ts";
import type { Problem } from "./problem.ts";

/** A request whose operation is known and whose content has not been read yet. */
export interface HookInput<Request = IncomingMessage, CredentialName extends string = string> {
  readonly operation: Operation;
  readonly headers: IncomingHttpHeaders;
  /**
   * Credentials by name of their security scheme, decoded: a token without `Bearer`, `user:password` of Basic, an API key.
   * Credentials that are documented as headers are by the header's name, as they were sent.
   */
  readonly credentials: { readonly [Name in CredentialName]: string | undefined };
  /** The application's own request, with what its middleware has added. */
  readonly request: Request;
}

/** A valid request. It may still break bounds that have their own error code. */
export interface BeforeHandlerInput<Context, Request = IncomingMessage> extends RequestMessage {
  readonly operation: Operation;
  readonly context: Context;
  readonly request: Request;
}

/** The reply of a handler. */
export interface HandlerResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeaderValues;
}

/** The response to a problem. It is validated like any other response. */
export interface ProblemResponse {
  /** Default: the problem's status. A thrown error has its own `status` or `statusCode` from 400 to 499. */
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if the body is a problem of RFC 9457. It is sent as such if the contract does not document the status. */
  readonly contentType?: "application/problem+json";
}

/** A response to a problem, with its status. */
export interface ProblemResponseWithStatus extends ProblemResponse {
  readonly status: number;
}

/** The outcome of a request, for logs and metrics. */
export interface ResponseInfo<Context, Request = IncomingMessage> {
  readonly operation?: Operation;
  readonly method: string;
  /** The whole path, with the mount path of the router. */
  readonly path: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly context?: Context;
  readonly request: Request;
  readonly problem?: Problem;
  /** The request, if it was read. */
  readonly received?: RequestMessage | undefined;
  /** The handler's reply, even if it was not sent. */
  readonly reply?: HandlerResponse | undefined;
  /** The response that was sent instead of a handler's reply. */
  readonly refusal?: HandlerResponse | undefined;
  /** The body of the response, if it was sent as one text. */
  readonly sentText?: string | undefined;
  /** Set if a response to a problem was sent without a body: what was wrong with the intended response. */
  readonly undocumented?: string;
}

/** Limits of uploads. A larger upload is refused like any body that is too large. */
export interface UploadLimits {
  /** Bytes of the whole body, for all operations or by operation. Default: 10,485,760. */
  readonly limitBytes?: number | ((operation: Operation) => number);
  /** Bytes of each file in a form. Default: the limit of the whole body. */
  readonly fileLimitBytes?: number;
  /** Parts of a form. Default: 100. */
  readonly maxParts?: number;
}

/** Options of a router. */
export interface RouterOptions<
  Context,
  Request = IncomingMessage,
  OperationId extends PropertyKey = string,
  CredentialName extends string = string,
> {
  /**
   * Authenticates the caller before the content is read, and makes the context of the request. Throws to refuse.
   *
   * The type of its argument is the type of the request for handlers and hooks: `({ request }: HookInput<express.Request>)`.
   */
  authenticate(arrival: HookInput<Request, CredentialName>): Context | Promise<Context>;
  /**
   * Middleware by operationId, such as an upload parser. It runs after `authenticate` and before the body is read. It calls
   * `next()`, or `next(error)` to refuse. It cannot answer.
   */
  middleware?: { readonly [Id in OperationId]?: readonly Middleware[] };
  /** Checks what a schema cannot express, after the schema and before bounds with their own error code. Throws to refuse. */
  beforeHandler?(admission: BeforeHandlerInput<Context, Request>): void | Promise<void>;
  /**
   * Changes a handler's reply before it is checked, to test how invalid replies are handled. An error that it throws is handled
   * like an error of the handler.
   */
  onSend?(
    reply: HandlerResponse,
    by: { readonly operation: Operation; readonly context: Context },
  ): HandlerResponse;
  /**
   * Turns every problem, including thrown errors, into a response of the contract's error shape. Default: `problemDetails`.
   */
  errorHandler?(problem: Problem): ProblemResponse | Promise<ProblemResponse>;
  /** Called after each request. Errors that it throws are written to the console. Default: writes server errors to the console. */
  onResponse?(answered: ResponseInfo<Context, Request>): unknown;
  /**
   * Finds the TypeSpec position of what a response breaks, for the report of a 500. `positionOfViolation` of the contract package reads it from
   * `messages.json`. The line of the operation is always reported.
   */
  positionOf?(
    violation: Violation,
    response: { readonly operationId: string | undefined; readonly status: number },
  ): SourcePosition | undefined;
  /** Default: the compiled validators. */
  engine?: Engine;
  /** Bytes of a body that is read as a whole, and of all fields of a form with several parts. Default: 102,400. */
  bodyLimitBytes?: number;
  /** Limits of bytes and of forms with several parts, which handlers read as streams. */
  uploads?: UploadLimits;
  /**
   * Milliseconds in which a client must send or take something of a streamed body. After that, the exchange ends. Default:
   * 30,000.
   */
  idleTimeoutMs?: number;
  /**
   * What happens to paths that the contract does not have: `refuse` answers 404 (default), `next` calls the next middleware. An
   * undocumented method of a documented path is always refused.
   */
  notFound?: "refuse" | "next";
  /** Web pages of other origins that may use the contract. Default: none. */
  cors?: CorsOptions;
}

/** Handlers by operationId. The generated `Handlers` interface of a contract is one. */
export type HandlersOf<Types extends OperationMap<Types>, Context, Request = unknown> = {
  readonly [Id in keyof Types]: Handler<Types[Id], Context, Request>;
};
