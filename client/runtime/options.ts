import type { Operation } from "@contract-toolkit/kernel";
import type { Received } from "./answer.ts";
import type { forms } from "./content/forms.ts";
import type { streams } from "./content/streams.ts";
import type { styles } from "./content/styles.ts";

/** How a client reaches a service, and what it does beside it. */
export interface ContractClientOptions<CredentialName extends string = string> {
  /** URL that the contract's paths are appended to. */
  readonly baseUrl: string;
  /** Value of the header that carries the caller's credentials, or what makes it; asked once for each call. */
  readonly credential?: HeaderSource | undefined;
  /**
   * By the name of a security scheme, what its credential is: the token of a bearer, `user:password` of Basic, an API key. An
   * operation is sent with those of the first of its alternatives that has all. A browser lets nobody set a Cookie: there, a
   * key in one has to be the browser's own.
   */
  readonly credentials?:
    | { readonly [Name in CredentialName]?: HeaderSource | undefined }
    | undefined;
  /** Values by header name, sent with the operations that document the header, unless the call gives its own. */
  readonly headers?: Readonly<Record<string, HeaderSource | undefined>>;
  /** Name of the header whose value identifies a request. */
  readonly requestIdHeader?: string;
  /** Milliseconds that one attempt may take; 30,000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Repeats operations that are safe to repeat: `retryPolicy()`. */
  readonly retries?: RetryPolicy | undefined;
  /** Sends forms: `forms` of this package. */
  readonly forms?: typeof forms | undefined;
  /** Sends bytes, and reads bytes and events while they come: `streams` of this package. */
  readonly streams?: typeof streams | undefined;
  /** Writes and reads parameters and headers that are more than one text: `styles` of this package. */
  readonly styles?: typeof styles | undefined;
  /** First one outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  readonly validate?: ResponseValidation | undefined;
  readonly fetch?: Fetch | undefined;
}

/** The part of `fetch` that is used. */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * Attempts a call until there is an answer that repeating would not better, or the attempts are used up.
 *
 * @param attempt makes one attempt; after the last there can be no other
 */
export type RetryPolicy = (
  attempt: (isLast: boolean) => Promise<Received>,
  options: Pick<CallOptions, "retries" | "signal">,
) => Promise<Received>;

/** A header's value, or what makes it anew for each call. */
export type HeaderSource = string | (() => string | Promise<string>);

/** What may differ from one call to the next. */
export interface CallOptions {
  /** Headers that the contract does not have, such as a trace id. Those of the contract win. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the call, whatever it is waiting for. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take. */
  readonly timeoutMs?: number | undefined;
  /** How often to repeat at most, of a client with `retries`; without effect on operations that are not safe to repeat. */
  readonly retries?: number | undefined;
}

/**
 * Wraps the sending of a request. Retries happen beneath it, in `next`: it sees each call once.
 * It may change the request, answer by itself, or change the answer.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  operation: Operation,
) => Promise<Response>;

/** Judges an answer before the caller gets it; throws to refuse it. */
export type ResponseValidation = (answer: ReceivedAnswer) => void;

/** An answer with a documented status, decoded. */
export interface ReceivedAnswer {
  readonly operation: Operation;
  readonly requestId: string | undefined;
  readonly status: number;
  /** Documented headers that were there, by their documented names, with the documented types. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType: string | null;
  readonly body: unknown;
}
