import type { Operation, SampleRequest, SampleResponse } from "@contract-toolkit/kernel";
import type { Suite } from "../../suite.ts";
import type { Case, CaseHead } from "../case.ts";
import { httpHead } from "../servers/make-case.ts";
import type { RawBody } from "../servers/raw-form.ts";

/** A documented call in another form. What a client has to make of it follows from HTTP and the contract. */
export interface CallCase extends CaseHead {
  readonly kind: "http";
  readonly operation: Operation;
  readonly group: CallGroup;
  readonly section: string;
  readonly call: SampleRequest;
  /** Where the server is: what follows its host and port. */
  readonly basePath?: string;
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

export interface TimedAnswer extends AnswerForm {
  readonly response: SampleResponse;
  /** `either`: it is refused, or its caller gets the response. */
  readonly expected: "response" | "refused" | "either";
}

/** How an answer is different on the wire, as data. */
export interface AnswerForm {
  readonly status?: number;
  /** Behind the status; `OK` unless it is told. */
  readonly reason?: string;
  /**
   * Field lines by name, in place of those that the answer has; none: it has no such header. `{type}` is the documented content
   * type, `{TYPE}` the same in capitals, `{here}` a URL of the same server, `{path}` the same without its name, `{elsewhere}` one of another server.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
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

/** What cases of one operation are derived from. */
export interface CallContext {
  readonly suite: Suite;
  /** The sample or derived case that says most, of those that are answered with success. */
  readonly success: Case;
  /** The same with an answer whose texts have more bytes than characters, as far as they may. */
  readonly accented: Case;
  /** One of each other documented status. */
  readonly errors: readonly Case[];
}

/** A case of an operation; `why` says what is different. Unless it is told, it is the base's call and answer. */
export function callCase(
  base: Case,
  [group, section]: readonly [CallGroup, string],
  name: string,
  why: string,
  parts: Partial<CallCase>,
): CallCase {
  const { operation, call } = base;
  return {
    ...httpHead(operation, group, section, name, why),
    call,
    answers: [asDocumented(base)],
    ...parts,
  };
}

function answered(expected: TimedAnswer["expected"]) {
  return ({ response }: Pick<Case, "response">, raw: AnswerForm = {}): TimedAnswer => {
    return { ...raw, response, expected };
  };
}

/** The answer of a case in another form that means the same. */
export const asDocumented = answered("response");

/** The answer of a case in a form that nobody may take for an answer. */
export const toRefuse = answered("refused");

/** The answer of a case in a form that a client may read or refuse. */
export const eitherWay = answered("either");

export function redirectTo(location: string, status: number): AnswerForm {
  const headers = { Location: [location], "Content-Type": [] };
  return { status, headers, body: { text: "" } };
}

/** Tells the statuses of an operation apart in ids; a success needs no name. */
export function nameIn({ success }: CallContext, base: Case): string {
  return base.response.status === success.response.status ? "" : `${base.response.status} `;
}
