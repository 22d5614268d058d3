import type { Operation } from "@contract-toolkit/contract";
import type { forms } from "./serialization/forms.ts";
import type { streams } from "./serialization/streams.ts";
import type { styles } from "./serialization/styles.ts";
import type { XmlBodies } from "./serialization/xml.ts";

/** Options of a client. */
export interface ContractClientOptions<CredentialName extends string = string> {
  /** URL that the contract's paths are appended to. */
  readonly baseUrl: string;
  /** Value of the credential header, or a function that returns it. The function is called once per call. */
  readonly credential?: HeaderSource | undefined;
  /**
   * Credentials by security scheme: a bearer token, `user:password` for Basic, or an API key. Each operation uses its first security
   * alternative for which all credentials are present. Browsers do not let programs set `Cookie`, so there a key in a cookie comes
   * from the browser's own store.
   */
  readonly credentials?:
    | { readonly [Name in CredentialName]?: HeaderSource | undefined }
    | undefined;
  /** Values by header name. Each is sent with operations that document the header, unless the call has its own value. */
  readonly headers?: Readonly<Record<string, HeaderSource | undefined>>;
  /** Name of the header with the request id. */
  readonly requestIdHeader?: string;
  /** Time limit of one attempt in milliseconds; `Infinity` for none. The default is 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Maximum number of bytes of a response after decompression; `Infinity` for no limit. The default is 10,000,000. Files and
   * streams have no limit, because they are handed over as they arrive.
   */
  readonly maxResponseBytes?: number | undefined;
  /** Repeats operations that are safe to repeat: the result of `retryPolicy`. */
  readonly retries?: RetryPolicy | undefined;
  /** Sends forms: `forms` of this package. */
  readonly forms?: typeof forms | undefined;
  /** Sends bytes, and reads bytes and events as they arrive: `streams` of this package. */
  readonly streams?: typeof streams | undefined;
  /** Writes and reads parameters and headers that are not a single text: `styles` of this package. */
  readonly styles?: typeof styles | undefined;
  /** Reads and writes XML: the result of `xmlBodies` of this package. */
  readonly xml?: XmlBodies | undefined;
  /** The first one is outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  readonly validate?: ResponseValidation | undefined;
  readonly fetch?: Fetch | undefined;
}

/** The part of `fetch` that is used. */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * Repeats the attempts of a call until a response is final or no attempts are left.
 *
 * @param attempt makes one attempt within `limitMs` milliseconds (default: `timeoutMs`); none may follow after the last
 */
export type RetryPolicy = <Received extends { readonly response: Response }>(
  attempt: (isLast: boolean, limitMs?: number) => Promise<Received>,
  options: Pick<CallOptions, "deadlineMs" | "retries" | "signal"> & { readonly timeoutMs: number },
) => Promise<Received>;

/** The value of a header, or a function that returns it for each call. */
export type HeaderSource = string | (() => string | Promise<string>);

/** Options of a single call. */
export interface CallOptions {
  /** Headers outside the contract, such as a trace id. Headers of the contract take precedence. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of one attempt in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of all attempts together in milliseconds, if the client has `retries`. */
  readonly deadlineMs?: number | undefined;
  /** Maximum number of repetitions, if the client has `retries` and the operation is safe to repeat. */
  readonly retries?: number | undefined;
}

/**
 * Wraps the sending of a request. It runs once per call, because retries happen in `next`. It may change the request, respond by
 * itself, or change the response.
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
  operation: Operation,
) => Promise<Response>;

/** Checks a response before the caller gets it. Throws to refuse it. */
export type ResponseValidation = (response: ReceivedResponse) => void;

/** A response with a documented status, decoded. */
export interface ReceivedResponse {
  readonly operation: Operation;
  readonly requestId: string | undefined;
  readonly status: number;
  /** The documented headers of the response, with their documented names and types. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType: string | null;
  readonly body: unknown;
}
