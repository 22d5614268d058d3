import { valueAt, type SampleRequest, type SampleResponse } from "@contract-toolkit/contract";
import { differences } from "../../cases/servers/identities.ts";
import type { AsAnother, Comparison, HttpCase } from "../../cases/servers/http-case.ts";
import { writeRaw, type RawForm } from "../../cases/servers/raw-form.ts";
import { hasCode } from "../../errors.ts";
import { rawExchange, secretsOf, type Trace } from "../../exchanges/exchange.ts";
import { inTermsOfCase, repeatableText } from "../../repeatable-findings.ts";
import { replaceValue, substitute } from "../../json-comparison/values.ts";
import type { StateResult } from "../../provider.ts";
import { shorten, type Finding, type Verdict } from "../../verdict.ts";
import { jsonOr } from "../../wire-body.ts";
import { securedRequest, statusAndCode } from "../response.ts";
import { PATIENCE_MS, type HttpResponse } from "../send.ts";
import {
  finding,
  judgeHttp,
  notContinued,
  unanswered,
  type HttpResponses,
  type Judged,
} from "./judge.ts";
import { orMissing, prepare, type ServerUnderTest, verdictWithStates } from "../state-setup.ts";
import { openConnection, type RawConnection } from "./raw-connection.ts";

/** Plays an HTTP case against a server: sends its bytes over a separate connection, and judges the responses. */
export function playHttp(
  suite: Judged["suite"],
  played: HttpCase,
  server: ServerUnderTest,
): Promise<Verdict> {
  const { expected } = played;
  return verdictWithStates(played, (effects, trace) => {
    const play = { suite, played, server, effects, trace };
    if (expected.kind === "as-without") return neutralFindings(play);
    return expected.kind === "as-another"
      ? identityFindings(play, expected)
      : judgeHttpCase(play, expected);
  });
}

interface Play {
  readonly suite: Judged["suite"];
  readonly played: HttpCase;
  readonly server: ServerUnderTest;
  readonly effects: StateResult[];
  readonly trace: Trace;
}

async function judgeHttpCase(play: Play, expected: Judged["expected"]): Promise<Finding[]> {
  const { suite, played, server } = play;
  const { base, raw, spoil, open } = played;
  const provoke = spoil && server.provider.provocations?.[spoil];
  const { traces = [], headers } = (await provoke?.(server.url)) ?? {};
  const { send, bindings } = await opened(play, expected.kind.startsWith("as-sample"), headers);
  const others = await sendComparisons(expected, send);
  using connection = openConnection(server.url);
  const first = await send(raw, connection).catch((error: unknown) => {
    if (spoil !== undefined) return unanswered(played);
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
        // A server may close an idle connection at any time (RFC 9112, section 9.5).
        repeated: await send(raw, connection)
          .catch((error: unknown) => {
            if (hasCode(error, "hung-up")) return send(raw);
            throw error;
          })
          .then(
            ({ response }) => response.status,
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          ),
      }),
  };
  const response = substitute(base.response, bindings) as SampleResponse;
  const { openPoints, codes } = server.provider.http ?? {};
  const decided = open && openPoints?.[open];
  const judged = { suite, played, expected, responses, traces, response, decided, bindings };
  return inTermsOfCase(judgeHttp({ ...judged, ...(codes && { codes }) }), bindings);
}

/** Compares with the response without the addition. If that is not the same a second time, nothing is concluded. */
async function neutralFindings(play: Play): Promise<Finding[]> {
  const { played, server, trace } = play;
  const { isBefore, headers = {} } = played.raw;
  const others = Object.keys(headers).map((name) => [name, []] as const);
  const plain: RawForm = isBefore ? { headers: Object.fromEntries(others) } : {};
  const ask = async (raw: RawForm) => {
    using connection = openConnection(server.url);
    const before = raw.isBefore ? await (await opened(play)).send(raw, connection) : undefined;
    const form = raw.isBefore ? plain : raw;
    let own = await opened(play);
    let received = before?.isLast
      ? undefined
      : await own.send(form, connection).catch((error: unknown) => {
          if (!before) throw error;
          return undefined;
        });
    // A server may close an idle connection at any time (RFC 9112, section 9.5).
    if (!received) received = await (own = await opened(play)).send(form);
    const { response, isLast } = received;
    const second =
      raw.isPipelined && !isLast
        ? await connection.send(nothingMore, PATIENCE_MS).then(
            ({ response }) => response,
            // A client repeats what was not answered when a connection ends (RFC 9112, section 9.3.2).
            (error: unknown) => (hasCode(error, "hung-up") ? response : String(error)),
          )
        : response;
    const coding = raw.headers?.["Accept-Encoding"] ? response.headers.get("content-encoding") : "";
    const seen = (of: HttpResponse | string) =>
      typeof of === "string" ? of : `${coding ?? ""} ${describeLasting(of, own.bindings)}`.trim();
    return { response, seen: [...new Set([seen(response), seen(second)])].join(", then ") };
  };
  const control = await ask(plain);
  const { response, seen } = await ask(played.raw);
  const shown = trace.exchange;
  const isLawful = mayVary(response, Object.keys(headers));
  // Each is asked twice, because others may change the state in between.
  const isSame =
    seen === control.seen ||
    isLawful ||
    (await ask(plain)).seen !== control.seen ||
    (await ask(played.raw)).seen !== seen;
  if (shown) trace.exchange = shown;
  return isSame
    ? []
    : [finding(played, `the response must be ${shorten(control.seen)}`, shorten(seen))];
}

/** A value is only another one if the server refuses what it should: the same value again, or one that nobody has made. */
async function identityFindings(
  play: Play,
  { pointer, difference, isNew }: AsAnother,
): Promise<Finding[]> {
  const { played } = play;
  const { own = String, other } = differences[difference] ?? { other: String };
  const start = async () => {
    const { send, request } = await opened(play);
    return async (change: (text: string) => string) => {
      const text = change(String(valueAt(request, pointer)));
      const { response } = await send({}, undefined, replaceValue(request, pointer, text));
      const { status } = response;
      return { status, said: statusAndCode(played.operation, status, jsonOr(response.text)) };
    };
  };
  const ask = await start();
  if (isNew) {
    const first = await ask(own);
    const again = await ask(own);
    if (first.status >= 300 || again.status < 400) return [];
    const { said } = await ask(other);
    // The server may refuse this value anyway.
    if (said !== again.said || (await (await start())(other)).said === said) return [];
    return [finding(played, `the value with ${difference} was not used before`, said)];
  }
  if ((await ask((text) => `${text}0`)).status < 300) return [];
  const { status, said } = await ask(other);
  return status < 300 ? [finding(played, `nothing has the value with ${difference}`, said)] : [];
}

/** Reads the second response of a pipelined request. */
const nothingMore = { method: "GET", head: Buffer.alloc(0), body: Buffer.alloc(0) };

/** What does not change from one request to the next. */
function describeLasting(
  { status, headers, text }: HttpResponse,
  bindings: ReadonlyMap<string, string>,
): string {
  const [inTerms = { message: text }] = inTermsOfCase([{ message: text }], bindings);
  const parts = [status, headers.get("content-type") ?? "", repeatableText(inTerms, "")];
  return parts.filter((part) => part !== "").join(" ");
}

/** Whether a response says that it depends on one of these headers (RFC 9110, section 12.5.5, and RFC 7240, section 3). */
function mayVary({ headers }: HttpResponse, names: readonly string[]): boolean {
  const varying = (headers.get("vary") ?? "").toLowerCase().split(/, */);
  return (
    headers.has("preference-applied") ||
    ["*", ...names].some(
      (name) => name !== "Accept-Encoding" && varying.includes(name.toLowerCase()),
    )
  );
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

type Send = Awaited<ReturnType<typeof opened>>["send"];

/** Sets up the states of a case, and returns a function that sends its request in a raw form, by default over a new connection. */
async function opened(
  { played, server, effects, trace }: Play,
  isLikeSample = false,
  provoking: Readonly<Record<string, string>> = {},
) {
  const { base, message = base.request, operation, credential } = played;
  const { headers, bindings } = await prepare(played, server, effects, isLikeSample);
  const made = credential && (await madeCredential(credential, server));
  const given = { ...server.headers, ...made };
  const all = { ...headers, ...made, ...provoking };
  const secrets = secretsOf(operation, all, given);
  const request = substitute(message, bindings) as SampleRequest;
  const send = async (raw: RawForm, on?: RawConnection, sent = request) => {
    const bytes = writeRaw(operation, securedRequest(server.url, operation, sent, all, given), raw);
    const shown = (response?: HttpResponse) => rawExchange(bytes, server.url, secrets, response);
    trace.exchange = () => shown();
    using own = on ? undefined : openConnection(server.url);
    const received = await (on ?? own ?? openConnection(server.url)).send(bytes, PATIENCE_MS);
    trace.exchange = () => shown(received.response);
    return received;
  };
  return { send, request, bindings };
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
