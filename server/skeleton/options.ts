import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type {
  Fault,
  Handler,
  Operation,
  OperationMap,
  SourcePosition,
} from "@contract-toolkit/kernel";
import type { HeaderValues } from "./answers/answer.ts";
import type { CorsOptions } from "./application/cors.ts";
import type { Engine, RequestMessage } from "./engine.ts";
import type { Middleware } from "./application/middleware.ts";
import type { Problem } from "./problem.ts";

/** A request whose operation is known and whose content has not been read yet. */
export interface HookInput<Request = IncomingMessage, CredentialName extends string = string> {
  readonly operation: Operation;
  readonly headers: IncomingHttpHeaders;
  /**
   * By the name of the security scheme, as it was before it was written: a token without `Bearer`, `user:password` of Basic, an
   * API key. What is documented as a header of the operation is by the header's name, and as it was sent.
   */
  readonly credentials: { readonly [Name in CredentialName]: string | undefined };
  /** As the application has it, with what its middleware has put there. */
  readonly request: Request;
}

/** A request that keeps the contract, or breaks nothing but bounds that have an error code of their own. */
export interface BeforeHandlerInput<Context, Request = IncomingMessage> extends RequestMessage {
  readonly operation: Operation;
  readonly context: Context;
  readonly request: Request;
}

/** What a handler has replied. */
export interface HandlerReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: HeaderValues;
}

/** A status and body for a problem. Both are validated like any other answer. */
export interface ProblemAnswer {
  /** Default: that of the problem; of an error that was thrown its own `status` or `statusCode` from 400 to 499. */
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body is a problem of RFC 9457: it is sent as one where the contract documents nothing for the status. */
  readonly contentType?: "application/problem+json";
}

/** An answer to a problem that has its status. */
export interface ProblemResponse extends ProblemAnswer {
  readonly status: number;
}

/** What became of a request, for logs and metrics. */
export interface ResponseInfo<Context, Request = IncomingMessage> {
  readonly operation?: Operation;
  readonly method: string;
  /** Whole, with the path that the router is mounted at. */
  readonly path: string;
  /** 0: the client went away before there was an answer. */
  readonly status: number;
  readonly durationMs: number;
  readonly context?: Context;
  readonly request: Request;
  readonly problem?: Problem;
  /** What was asked, as far as it was read. */
  readonly received?: RequestMessage | undefined;
  /** What a handler replied, also where it was not sent. */
  readonly reply?: HandlerReply | undefined;
  /** What was sent in place of a handler's reply. */
  readonly refusal?: HandlerReply | undefined;
  /** The body of the answer, where it was sent as one text. */
  readonly sentText?: string | undefined;
  /** Why the answer to the problem was a bare status: what the contract has against the one that was meant. */
  readonly undocumented?: string;
}

/** How much may be uploaded. Beyond it, an upload is refused like any body that is too large. */
export interface UploadLimits {
  /** Of a whole body, or of that of an operation. Default: 10,485,760. */
  readonly limitBytes?: number | ((operation: Operation) => number);
  /** Of each file in a form. Default: that of the whole body. */
  readonly fileLimitBytes?: number;
  /** Of a form. Default: 100. */
  readonly maxParts?: number;
}

/** How a server fills in what a contract leaves to it. */
export interface RouterOptions<
  Context,
  Request = IncomingMessage,
  OperationId extends PropertyKey = string,
  CredentialName extends string = string,
> {
  /**
   * Checks who asks, before the content is read, and makes the context of the request. Throws to refuse.
   *
   * The type of its argument tells handlers and hooks the type of the request: `({ request }: HookInput<express.Request>)`.
   */
  authenticate(arrival: HookInput<Request, CredentialName>): Context | Promise<Context>;
  /**
   * Middleware by operationId, such as a parser of uploads. It runs after `authenticate` and before the body is read, and
   * calls `next()`, or `next(error)` to refuse. It cannot answer by itself.
   */
  middleware?: { readonly [Id in OperationId]?: readonly Middleware[] };
  /** Refuses by throwing what no schema can know; runs after the schema, before bounds with a code of their own. */
  beforeHandler?(admission: BeforeHandlerInput<Context, Request>): void | Promise<void>;
  /**
   * Changes what a handler has replied, before it is checked like any other answer: for tests that want to see what becomes of an
   * answer that the contract does not allow. What it throws is answered like what a handler throws.
   */
  onSend?(
    reply: HandlerReply,
    by: { readonly operation: Operation; readonly context: Context },
  ): HandlerReply;
  /**
   * The one place that turns problems, thrown errors among them, into answers of the contract's shape. Default:
   * `problemDetails`.
   */
  errorHandler?(problem: Problem): ProblemAnswer | Promise<ProblemAnswer>;
  /** Default: failures of the server are written to the console. What it throws is written there, too. */
  onResponse?(answered: ResponseInfo<Context, Request>): unknown;
  /**
   * Where the specification has what an answer breaks, so that the report of a 500 names the line: `positionOfFault` of the
   * kernel finds it in `messages.json`. The line of the operation is named in any case.
   */
  positionOf?(
    fault: Fault,
    answer: { readonly operationId: string | undefined; readonly status: number },
  ): SourcePosition | undefined;
  /** Default: the validators compiled ahead of time. */
  engine?: Engine;
  /** Of bodies that are read as a whole, and of all fields of a form of several parts. Default: 102,400. */
  bodyLimitBytes?: number;
  /** Of bodies of bytes, and of forms of several parts, which a handler reads while they come. */
  uploads?: UploadLimits;
  /**
   * Milliseconds after which an exchange is ended whose client sends or takes nothing while there is more of a streamed body to
   * send or take. Default: 30,000.
   */
  idleTimeoutMs?: number;
  /**
   * What is done about a path that the contract does not have: it is refused, the default, or left to what the application
   * has after the router. A path that the contract has is its own, whatever the method: another one is refused.
   */
  notFound?: "refuse" | "next";
  /** Which web pages of other origins may use the contract. Default: none. */
  cors?: CorsOptions;
}

/** Handlers by operationId, as the generated `Handlers` interface of a contract declares them. */
export type HandlersOf<Types extends OperationMap<Types>, Context, Request = unknown> = {
  readonly [Id in keyof Types]: Handler<Types[Id], Context, Request>;
};
