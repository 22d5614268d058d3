import type { SampleRequest, SampleResponse } from "@contract-toolkit/contract";
import type { Comparison, HttpCase } from "../../cases/servers/http-case.ts";
import { writeRaw, type RawForm } from "../../cases/servers/raw-form.ts";
import { hasCode } from "../../errors.ts";
import { rawExchange, secretsOf, type Trace } from "../../transcript/exchange.ts";
import { inTermsOfCase } from "../../stable-findings.ts";
import { substitute } from "../../json-comparison/values.ts";
import type { StateResult } from "../../provider.ts";
import type { Suite } from "../../suite.ts";
import { type Finding, type Verdict } from "../../verdict.ts";
import { securedRequest } from "../response.ts";
import { PATIENCE_MS } from "../send.ts";
import { judgeHttp, notContinued, unanswered, type HttpResponses } from "./judge.ts";
import {
  orMissing,
  prepare,
  type Prepared,
  type ServerUnderTest,
  verdictWithStates,
} from "../state-setup.ts";
import { openConnection, type RawConnection } from "./raw-connection.ts";
import type { ParsedResponse } from "./raw-response.ts";
import type { HttpResponse } from "../send.ts";

/** Plays an HTTP case against a server: sends its bytes over a separate connection, and judges the responses. */
export function playHttp(
  suite: Pick<Suite, "contract" | "positionOf" | "document">,
  played: HttpCase,
  server: ServerUnderTest,
): Promise<Verdict> {
  return verdictWithStates(played, (effects, trace) =>
    judgeHttpCase(suite, played, server, effects, trace),
  );
}

async function judgeHttpCase(
  suite: Pick<Suite, "contract" | "positionOf" | "document">,
  played: HttpCase,
  server: ServerUnderTest,
  effects: StateResult[],
  trace: Trace,
): Promise<Finding[]> {
  const { base, expected, raw } = played;
  const isJudgedAlone = !expected.kind.startsWith("as-sample");
  const prepared = await prepare(base, server, effects, isJudgedAlone);
  const provoke = played.spoil && server.provider.provocations?.[played.spoil];
  const provocation = await provoke?.(server.url);
  const send = await sender(played, server, prepared, trace, provocation?.headers);
  const others = await sendComparisons(expected, send);
  using connection = openConnection(server.url);
  const first = await send(raw, connection).catch((error: unknown) => {
    if (played.spoil !== undefined) return unanswered(played);
    if (isWaitingForContinue(raw) && hasCode(error, "no-response")) return notContinued(played);
    throw error;
  });
  if ("message" in first) return [first];
  const responses: HttpResponses = {
    ...first,
    rest: connection.rest,
    isLeftOpen:
      raw.headers?.["Connection"]?.includes("close") === true &&
      !(await connection.endsWithin(CLOSING_MS)),
    ...others,
    ...(expected.kind === "refused" &&
      expected.isRepeated &&
      !first.isLast && {
        repeated: await send(raw, connection).then(
          ({ response }) => response.status,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
      }),
  };
  const response = substitute(base.response, prepared.bindings) as SampleResponse;
  const decided = played.open && server.provider.http?.openPoints?.[played.open];
  const { codes } = server.provider.http ?? {};
  const { traces = [] } = provocation ?? {};
  const { bindings } = prepared;
  const judged = { suite, played, responses, traces, response, decided, bindings };
  return inTermsOfCase(judgeHttp({ ...judged, ...(codes && { codes }) }), bindings);
}

/** Servers keep a connection that nobody uses for two seconds and more. */
const CLOSING_MS = 1500;

function isWaitingForContinue({ headers = {} }: RawForm): boolean {
  return headers["Expect"]?.includes("100-continue") === true;
}

async function sendComparisons(
  expected: HttpCase["expected"],
  send: Send,
): Promise<Partial<Record<keyof Comparison, HttpResponse>>> {
  const responses: Partial<Record<keyof Comparison, HttpResponse>> = {};
  if (!("control" in expected)) return responses;
  for (const name of ["control", "absent", "refused"] as const) {
    const raw = expected[name];
    if (raw) responses[name] = (await send(raw)).response;
  }
  return responses;
}

type Send = (raw: RawForm, on?: RawConnection) => Promise<ParsedResponse>;

/** Returns a function that sends the request of the case in a raw form, by default over a new connection. */
async function sender(
  { base, message = base.request, operation, credential }: HttpCase,
  server: ServerUnderTest,
  { headers, bindings }: Prepared,
  trace: Trace,
  provoking: Readonly<Record<string, string>> = {},
): Promise<Send> {
  const made = credential && (await madeCredential(credential, server));
  const all = { ...headers, ...made, ...provoking };
  const request = substitute(message, bindings) as SampleRequest;
  const wire = securedRequest(server.url, operation, request, all, {
    ...server.headers,
    ...made,
  });
  const secrets = secretsOf(operation, all, { ...server.headers, ...made });
  return async (raw, on) => {
    const bytes = writeRaw(operation, wire, raw);
    const shown = (response?: HttpResponse) => rawExchange(bytes, server.url, secrets, response);
    trace.exchange = () => shown();
    using own = on ? undefined : openConnection(server.url);
    const received = await (on ?? own ?? openConnection(server.url)).send(bytes, PATIENCE_MS);
    trace.exchange = () => shown(received.response);
    return received;
  };
}

async function madeCredential(
  { kind, place }: NonNullable<HttpCase["credential"]>,
  { url, headers, provider }: ServerUnderTest,
): Promise<Record<string, string>> {
  const make = provider.makeCredential?.[kind];
  if (make === undefined || make === "not applicable")
    throw new Error(`the provider cannot make a credential of kind "${kind}"`);
  const made = Promise.resolve(make({ server: url, place, headers }));
  const what = `the credential "${kind}" was not made`;
  return { [place.name]: await orMissing("credentials", what, made) };
}
