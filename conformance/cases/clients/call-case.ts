import type { Operation, SampleRequest, SampleResponse } from "@contract-toolkit/contract";
import type { Suite } from "../../suite.ts";
import type { Case, CaseHead } from "../case.ts";
import { httpHead } from "../servers/make-case.ts";
import type { RawBody } from "../servers/raw-form.ts";

/** A documented call or response in another form. HTTP and the contract define what a client must do. */
export interface CallCase extends CaseHead {
  readonly kind: "http";
  readonly operation: Operation;
  readonly group: CallGroup;
  readonly section: string;
  readonly call: SampleRequest;
  /** The path of the server URL. */
  readonly basePath?: string;
  readonly credential?: string;
  /** The client may refuse to send the request. */
  readonly mayBeUnsent?: true;
  /** How often the client may retry the request, if the contract allows retries. */
  readonly retries?: number;
  /** When the client must give up. */
  readonly deadlineMs?: number;
  /** One response for each request. The last one responses all further requests. */
  readonly responses: readonly [TimedResponse, ...TimedResponse[]];
  /** Only a client that validates responses can pass. */
  readonly needsValidation?: true;
}

export type CallGroup =
  | "addresses"
  | "values"
  | "responses"
  | "media-types"
  | "statuses"
  | "broken-responses"
  | "redirects"
  | "repeats"
  | "judgement";

export interface TimedResponse extends ResponseForm {
  readonly response: SampleResponse;
  /** `either`: the client may refuse the response or return the response. */
  readonly expected: "response" | "refused" | "either";
}

/** How a response differs on the wire. */
export interface ResponseForm {
  readonly status?: number;
  /** The reason phrase; default: `OK`. */
  readonly reason?: string;
  /**
   * Header values by name; an empty list removes the header. `{type}` is the documented content type, `{TYPE}` the same in
   * capitals, `{here}` a URL of the same server, `{path}` its path, `{elsewhere}` a URL of another server.
   */
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly body?: RawBody;
  /** Interim responses (1xx) before the response. */
  readonly interim?: readonly string[];
  /** Default: by Content-Length. */
  readonly framing?: Framing;
  readonly afterMs?: number;
  /** The connection is closed instead of a response. */
  readonly isHungUp?: true;
  /** The connection stays open after an incomplete response. */
  readonly isStalled?: true;
}

/** How the length of a response is transferred (RFC 9112, section 6.3). */
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

/** What the client cases of one operation are derived from. */
export interface CallContext {
  readonly suite: Suite;
  /** The longest successful sample or derived case. */
  readonly success: Case;
  /** `success` with texts of more bytes than characters in the response, where they are allowed. */
  readonly accented: Case;
  /** One case for each other documented status. */
  readonly errors: readonly Case[];
}

/** Makes a case with the call and response of `base`, unless `parts` has others. */
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
    responses: [asDocumented(base)],
    ...parts,
  };
}

function responseExpecting(expected: TimedResponse["expected"]) {
  return ({ response }: Pick<Case, "response">, raw: ResponseForm = {}): TimedResponse => {
    return { ...raw, response, expected };
  };
}

/** The response of a case in another form with the same meaning. */
export const asDocumented = responseExpecting("response");

/** The response of a case in a form that must be refused. */
export const toRefuse = responseExpecting("refused");

/** The response of a case in a form that a client may accept or refuse. */
export const eitherWay = responseExpecting("either");

export function redirectTo(location: string, status: number): ResponseForm {
  const headers = { Location: [location], "Content-Type": [] };
  return { status, headers, body: { text: "" } };
}

/** The status as the beginning of a name; empty for the success. */
export function statusPrefix({ success }: CallContext, base: Case): string {
  return base.response.status === success.response.status ? "" : `${base.response.status} `;
}
