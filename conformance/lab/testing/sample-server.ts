import express from "express";
import { isDeepStrictEqual } from "node:util";
import {
  createContractRouter,
  type Engine,
  type Problem,
  type ProblemAnswer,
  type RouterOptions,
} from "../../../server/skeleton/index.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import {
  documentedOf,
  isBinaryType,
  type OperationTypes,
  type Received,
  type Reply,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { Suite } from "../../index.ts";

/** What it takes for a credential of any scheme. */
export const sampleCredential = "user:secret %";

class UnknownCallerError extends Error {}

/** A server that knows the samples of a contract, and what stands for one where there is none. */
export interface SampleServer extends AsyncDisposable {
  readonly url: URL;
  /** Why it answered other than with a sample. */
  readonly problems: string[];
  /** Operations that were asked what no sample asks. */
  readonly unknown: string[];
}

/**
 * Serves a contract by the skeleton. It answers what a sample asks as the sample says, and anything else as the first sample of
 * the operation. A request that breaks the contract is answered 400 with `{ title, fields }`, which the contract has to
 * document.
 */
export async function startSampleServer(
  { contract, cases, derived }: Suite,
  engine: Engine,
): Promise<SampleServer> {
  const problems: string[] = [];
  const unknown: string[] = [];
  const exchanges = [...cases, ...derived("client").cases];
  const handlers = Object.fromEntries(
    Object.keys(contract.operations).map((id) => {
      const own = exchanges.filter(({ operation }) => operation.id === id);
      const handler = (
        { path, query, headers, cookies, body }: Received<OperationTypes, object>,
        reply: Reply<OperationTypes>,
      ) => {
        const asked = { path, query, headers, cookies, body: base64Of(body) };
        const known = own.find(({ request }) => isAsked(request, asked));
        if (!known) unknown.push(id);
        const found = known ?? own[0];
        if (!found) throw new Error(`${id} has no sample`);
        const { status, body: answered, headers: answeredHeaders }: SampleResponse = found.response;
        const { contentType = "" } = documentedOf(found.operation.responses, status) ?? {};
        const content = isBinaryType(contentType)
          ? Buffer.from(String(answered), "base64")
          : answered;
        return reply(status, content, answeredHeaders);
      };
      return [id, handler];
    }),
  );
  const options: RouterOptions<object> = {
    authenticate: ({ operation: { security = [[]] }, credentials }) => {
      const known = (scheme: string) => credentials[scheme] === sampleCredential;
      if (!security.some((each) => each.every(({ scheme }) => known(scheme))))
        throw new UnknownCallerError();
      return {};
    },
    engine,
    errors: answerProblem,
    onAnswered: ({ problem }) => {
      const isRefused = problem?.kind === "thrown" && problem.error instanceof UnknownCallerError;
      if (!isRefused && (problem?.kind === "invalid-response" || problem?.kind === "thrown"))
        problems.push(JSON.stringify(problem));
    },
  };
  const router = createContractRouter(contract, handlers as never, options);
  const { url, [Symbol.asyncDispose]: close } = await listen(express().use(router));
  return { url, problems, unknown, [Symbol.asyncDispose]: close };
}

function answerProblem(problem: Problem): ProblemAnswer {
  switch (problem.kind) {
    case "invalid-request":
      return { status: 400, body: refusal(problem.faults.map(({ field }) => field)) };
    case "unsupported-media-type":
      return { status: 400, body: refusal(["Content-Type"]) };
    case "thrown":
      if (problem.error instanceof UnknownCallerError)
        return { status: 401, body: { title: "Who are you?" } };
      return { status: 500, body: refusal([]) };
    case "invalid-response":
      return { status: 500, body: refusal([]) };
    default:
      return { status: 404, body: refusal([]) };
  }
}

function refusal(fields: readonly string[]) {
  return { title: "Refused", fields };
}

/** Bytes stand in samples as Base64. */
function base64Of(body: unknown): unknown {
  return body instanceof Uint8Array ? Buffer.from(body).toString("base64") : body;
}

/** Whether a request has all that a sample asks: it may have defaults beside it. */
function isAsked(sample: unknown, asked: unknown): boolean {
  if (typeof sample !== "object" || sample === null || Array.isArray(sample))
    return sample === undefined || isDeepStrictEqual(sample, asked);
  if (typeof asked !== "object" || asked === null) return false;
  const values = new Map(Object.entries(asked));
  return Object.entries(sample).every(([name, value]) => isAsked(value, values.get(name)));
}
