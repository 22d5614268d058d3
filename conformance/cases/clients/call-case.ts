import type { Operation, SampleRequest, SampleResponse } from "@contract-toolkit/kernel";
import type { CaseHead } from "../case.ts";
import type { RawBody } from "../servers/raw-form.ts";

/**
 * A documented call in another form: other values in its request, another place of the server, or an answer in other bytes.
 * What a client has to make of it follows from HTTP and the contract, whatever the operation means.
 */
export interface CallCase extends CaseHead {
  readonly kind: "http";
  readonly operation: Operation;
  readonly group: CallGroup;
  readonly section: string;
  readonly call: SampleRequest;
  /** Where the server is: what follows its host and port. */
  readonly basePath?: string;
  /** In place of the credential that cases have. */
  readonly credential?: string;
  /** The value may be one that no request can carry: then nothing is sent. */
  readonly mayBeUnsent?: true;
  /** How often the client may repeat the request by itself, if the contract says that this is safe. */
  readonly retries?: number;
  /** What each request is answered, in this sequence; the last answers all further ones. */
  readonly answers: readonly [TimedAnswer, ...TimedAnswer[]];
  /** Only a client that judges answers by the contract can do what is expected. */
  readonly needsValidation?: true;
}

export type CallGroup =
  | "addresses"
  | "values"
  | "answers"
  | "media-types"
  | "statuses"
  | "broken-answers"
  | "redirects"
  | "repeats"
  | "judgement";

/** An answer and what a client has to make of it. */
export interface TimedAnswer extends AnswerForm {
  /** What its caller gets, if it gets anything. */
  readonly response: SampleResponse;
  /** `either`: it is refused, or its caller gets the response. */
  readonly expected: "response" | "refused" | "either";
}

/** How an answer is different on the wire, as data. */
export interface AnswerForm {
  /** In place of that of the response. */
  readonly status?: number;
  /** Behind the status; `OK` unless it is told. */
  readonly reason?: string;
  /**
   * Field lines by name, in place of those that the answer has; none: it has no such header. `{type}` is the documented content
   * type, `{TYPE}` the same in capitals, `{here}` a URL of the same server, `{path}` the same without its name, `{elsewhere}` one of another server.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  /** In place of the answer's own. */
  readonly body?: RawBody;
  /** Answers with 1xx that come before it. */
  readonly interim?: readonly string[];
  /** How its end is told; by its length unless it is told. */
  readonly framing?: Framing;
  readonly afterMs?: number;
  /** The connection is closed in place of an answer. */
  readonly isHungUp?: true;
}

/** How the end of an answer is told (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "length"; readonly missingBytes?: number }
  | {
      readonly kind: "chunks";
      readonly bytes: number;
      readonly isUnfinished?: true;
      readonly extension?: string;
      readonly trailer?: string;
    }
  | { readonly kind: "close" };
