/** Cases about relations between exchanges, which no document states. */
import type { Contract, Operation, SampleRequest } from "@contract-toolkit/contract";
import type { CaseHead } from "../cases/case.ts";
import type { Suite } from "../suite.ts";
import { judgeResponse, sendRequest, type JudgedResponse } from "../targets/response.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Finding, Verdict } from "../verdict.ts";

/** A relation is demanded only where names and types agree, and two observations show that it is broken. */
export interface ObservedCase extends CaseHead {
  readonly operation: Operation;
  readonly observe: (ask: Ask) => Promise<readonly Finding[] | string | undefined>;
}

/** Sends a request with the credentials of the run. */
export type Ask = (operation: Operation, request: Partial<SampleRequest>) => Promise<Observed>;

export interface Observed extends JudgedResponse {
  readonly sentHeaders: Headers;
}

export function observedCase(
  operation: Operation,
  name: string,
  observe: ObservedCase["observe"],
): ObservedCase {
  return {
    id: `${operation.id}/http/observed/${name}`,
    kind: "http",
    why: "No document says so, but two observations agree.",
    source: operation.source,
    operation,
    observe,
  };
}

export function playObserved(
  played: ObservedCase,
  suite: Suite,
  { url, headers }: Pick<ServerUnderTest, "url" | "headers">,
): Promise<Verdict> {
  return verdictWithStates(played, async (_, trace) => {
    const found = await played.observe(async (operation, request) => {
      const whole = { path: {}, query: {}, headers: {}, ...request };
      const sent = await sendRequest(url, operation, whole, headers, headers, trace);
      return { ...judgeResponse(suite, operation, sent), sentHeaders: sent.headers };
    });
    return typeof found === "string"
      ? [{ message: `by observation: ${found}` }]
      : [...(found ?? [])];
  });
}

/** The operation that reads what an operation with the same path writes. */
export function readerOf({ path }: Operation, { operations }: Contract): Operation | undefined {
  return Object.values(operations).find((other) => other.method === "GET" && other.path === path);
}

export function isSuccess({ status }: Pick<Observed, "status">): boolean {
  return status >= 200 && status < 300 && status !== 202;
}

export function isGone({ status }: Pick<Observed, "status">): boolean {
  return status === 404 || status === 410;
}
