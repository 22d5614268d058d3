/** Cases of a document without samples, around the requests that the server accepts. */
import type { Contract, Operation, SampleRequest } from "@contract-toolkit/contract";
import type { CaseHead } from "../cases/case.ts";
import type { WireRequest } from "../request.ts";
import type { Suite } from "../suite.ts";
import { judgeResponse, sendRequest, type JudgedResponse } from "../targets/response.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Finding, Verdict } from "../verdict.ts";

export interface DocumentCase extends CaseHead {
  readonly operation: Operation;
  /** Sends requests and returns what is wrong, if anything is. */
  readonly find: (ask: Ask) => Promise<readonly Finding[] | string | undefined>;
}

/** Sends a request, by default with the credentials of the run. */
export type Ask = (
  operation: Operation,
  request: Partial<SampleRequest>,
  how?: {
    readonly credentials?: Readonly<Record<string, string>>;
    readonly changed?: (wire: WireRequest) => WireRequest;
  },
) => Promise<JudgedResponse & { readonly received: Headers }>;

export function documentCase(
  operation: Operation,
  name: string,
  why: string,
  find: DocumentCase["find"],
): DocumentCase {
  const { id, source } = operation;
  return { id: `${id}/http/${name}`, kind: "http", why, source, operation, find };
}

/** A relation is demanded only where names and types agree, and two observations show that it is broken. */
export function observedCase(
  operation: Operation,
  name: string,
  find: DocumentCase["find"],
): DocumentCase {
  const why = "No document says so, but two observations agree.";
  return documentCase(operation, `observed/${name}`, why, async (ask) => {
    const found = await find(ask);
    return typeof found === "string" ? `by observation: ${found}` : found;
  });
}

export function playDocumentCase(
  played: DocumentCase,
  suite: Suite,
  { url, headers }: Pick<ServerUnderTest, "url" | "headers">,
): Promise<Verdict> {
  return verdictWithStates(played, async (_, trace) => {
    const found = await played.find(async (operation, request, how = {}) => {
      const whole = { path: {}, query: {}, headers: {}, ...request };
      const { credentials = headers, changed } = how;
      const sent = await sendRequest(
        url,
        operation,
        whole,
        credentials,
        credentials,
        trace,
        changed,
      );
      return { ...judgeResponse(suite, operation, sent), received: sent.headers };
    });
    return typeof found === "string" ? [{ message: found }] : [...(found ?? [])];
  });
}

/** The operation that reads what an operation with the same path writes. */
export function readerOf({ path }: Operation, { operations }: Contract): Operation | undefined {
  return Object.values(operations).find((other) => other.method === "GET" && other.path === path);
}

export function isSuccess({ status }: Pick<JudgedResponse, "status">): boolean {
  return status >= 200 && status < 300 && status !== 202;
}

export function isGone({ status }: Pick<JudgedResponse, "status">): boolean {
  return status === 404 || status === 410;
}
