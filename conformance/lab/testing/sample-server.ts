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
  type BodyContent,
  bodyKindOf,
  type ByteBody,
  contentOf,
  documentedOf,
  type FormBody,
  type FormFile,
  isBinaryType,
  isObject,
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
      const handler = async (
        received: Received<OperationTypes, object>,
        reply: Reply<OperationTypes>,
      ) => {
        const { path, query, headers, cookies } = received;
        const contentType = "contentType" in received ? received.contentType : undefined;
        const body = await sampled(received.body);
        const asked = { path, query, headers, cookies, contentType, body };
        const fitting = own.filter(({ request: { accept: _, ...request } }) =>
          isAsked(request, asked),
        );
        const known = fitting.find(({ response }) => isPreferred(received, response)) ?? fitting[0];
        if (!known) unknown.push(id);
        const found = known ?? own[0];
        if (!found) throw new Error(`${id} has no sample`);
        const { status, body: answered, headers: answeredHeaders }: SampleResponse = found.response;
        const type = found.response.contentType;
        const content = contentOf(documentedOf(found.operation.responses, status), type);
        const chosen = type === undefined ? {} : { "content-type": type };
        return reply(status, meant(content, answered), { ...answeredHeaders, ...chosen });
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

function isPreferred(
  { preferred }: Received<OperationTypes, object>,
  { status, contentType }: SampleResponse,
): boolean {
  return contentType === undefined || preferred(status) === contentType;
}

/** What a sample has of a body that a handler has read: bytes as Base64, files too. */
async function sampled(body: unknown): Promise<unknown> {
  if (!isObject(body)) return body;
  if ("bytes" in body) return base64Of(body as unknown as ByteBody);
  if (!("read" in body)) return body;
  const fields = await (body as unknown as FormBody<object>).read();
  const values = Object.entries(fields).map(async ([name, value]) => [
    name,
    await (Array.isArray(value) ? Promise.all(value.map(fieldOf)) : fieldOf(value)),
  ]);
  return Object.fromEntries((await Promise.all(values)) as [string, unknown][]);
}

function fieldOf(value: unknown): unknown {
  return isObject(value) && "filename" in value
    ? base64Of((value as unknown as FormFile).body)
    : value;
}

async function base64Of(body: ByteBody): Promise<string> {
  return Buffer.from(await body.bytes()).toString("base64");
}

/** What a handler answers where a sample has this. */
function meant(content: BodyContent | undefined, answered: unknown): unknown {
  if (!content || bodyKindOf(content) !== "bytes") return answered;
  return Buffer.from(String(answered), isBinaryType(content.contentType) ? "base64" : "utf8");
}

/** Whether a request has all that a sample asks: it may have defaults beside it. */
function isAsked(sample: unknown, asked: unknown): boolean {
  if (typeof sample !== "object" || sample === null || Array.isArray(sample))
    return sample === undefined || isDeepStrictEqual(sample, asked);
  if (typeof asked !== "object" || asked === null) return false;
  const values = new Map(Object.entries(asked));
  return Object.entries(sample).every(([name, value]) => isAsked(value, values.get(name)));
}
