import {
  documentedOf,
  type Contract,
  type SampleRequest,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type { Trace } from "../../exchange/exchange.ts";
import { receivedExchange } from "../../exchange/received.ts";
import type { CallCase, TimedAnswer } from "../../http/client/call-case.ts";
import { errorVerdict, verdict, withExchange, type Finding, type Verdict } from "../../verdict.ts";
import { callWithCredentials } from "./call-of.ts";
import { requireRefusal, resultFindings, type ClientUnderTest } from "./client.ts";
import type { Recorded, Recorder, RecorderAnswer } from "./recorder/recorder.ts";
import { borrowRecorder } from "./recorder/shared-recorders.ts";
import { wireFindings } from "./wire-findings.ts";
import { writeAnswer } from "./write-answer.ts";

/**
 * Plays a case of HTTP against a client: makes its call, judges every request that comes of it, answers in the form that the
 * case says and compares what the caller gets. Nothing may be sent to another server.
 */
export async function playCall(
  contract: Contract,
  played: CallCase,
  client: ClientUnderTest,
): Promise<Verdict> {
  const { operation } = played;
  const trace: Trace = {};
  try {
    using recorder = await borrowRecorder();
    using elsewhere = leadsAway(played) ? await borrowRecorder() : undefined;
    const request = callWithCredentials(operation, played.call, played);
    trace.exchange = () => {
      const [sent] = recorder.requests;
      return sent && receivedExchange(operation, sent, played.answers[0].response);
    };
    recorder.answerTo = () => {
      const index = Math.min(recorder.requests.length, played.answers.length) - 1;
      return answered(played, played.answers[index] ?? played.answers[0], recorder, elsewhere);
    };
    if (elsewhere)
      elsewhere.answer = recorderAnswer(played, played.answers.at(-1) ?? played.answers[0]);
    const server = new URL(played.basePath ?? "/", recorder.url);
    const outcome = await outcomeOf(client, server, request, played);
    const findings = [
      ...countFindings(played, outcome, recorder),
      ...(elsewhere?.requests ?? []).map(() => ({
        message: "a redirect to another server was followed",
      })),
      ...(await sentFindings(contract, { played, client }, request, recorder.requests, server)),
      ...outcomeFindings(played, outcome, recorder.requests.length, client),
    ];
    return withExchange(verdict(played, "client", findings), trace);
  } catch (error) {
    return withExchange(errorVerdict(played, "client", error), trace);
  }
}

function leadsAway({ answers }: CallCase): boolean {
  return answers.some(({ headers }) => headers?.["Location"]?.includes("{elsewhere}"));
}

/** What a caller gets: an answer, or that there is none. */
type Outcome = { readonly result: SampleResponse } | { readonly refused: string };

async function outcomeOf(
  client: ClientUnderTest,
  server: URL,
  request: SampleRequest,
  { operation, retries }: CallCase,
): Promise<Outcome> {
  try {
    const how = retries === undefined ? {} : { retries };
    return { result: await client.call(server, operation, request, how) };
  } catch (error) {
    requireRefusal(error);
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

function answered(
  played: CallCase,
  given: TimedAnswer,
  recorder: Recorder,
  elsewhere: Recorder | undefined,
): RecorderAnswer {
  const { afterMs, isHungUp } = given;
  const response = recorderAnswer(played, given);
  const type = response.contentType ?? "application/json";
  const words = {
    type,
    TYPE: type.toUpperCase(),
    here: new URL("/redirected", recorder.url).href,
    path: "/redirected",
    elsewhere: elsewhere?.url.href ?? "",
  };
  return {
    ...response,
    raw: writeAnswer(response, given, words),
    ...(afterMs !== undefined && { afterMs }),
    ...(isHungUp && { hangsUp: true }),
  };
}

/** Of a status that is not documented, the content type is that of the call's success. */
function recorderAnswer({ operation }: CallCase, { response }: TimedAnswer): RecorderAnswer {
  const { responses } = operation;
  const documented = documentedOf(responses, response.status)?.contentType;
  const contentType = response.contentType ?? documented ?? "application/json";
  return { ...response, contentType };
}

function countFindings(
  { operation, mayBeUnsent, retries = 0, answers }: CallCase,
  outcome: Outcome,
  { requests }: Recorder,
): Finding[] {
  const count = requests.length;
  if (count === 0) {
    const isRight = mayBeUnsent && "refused" in outcome;
    return isRight ? [] : [{ message: "nothing was sent" }];
  }
  // Many an HTTP library asks once more by itself where the connection broke (RFC 9110, section 9.2.2).
  const told = answers.some(breaksOff) ? Math.max(retries, 1) : retries;
  const most = 1 + (operation.retryable ? told : 0);
  return count > most
    ? [{ message: `sent ${count} requests instead of ${most === 1 ? "one" : `at most ${most}`}` }]
    : [];
}

function breaksOff({ isHungUp, framing }: TimedAnswer): boolean {
  if (framing?.kind === "length") return (framing.missingBytes ?? 0) > 0;
  return isHungUp === true || (framing?.kind === "chunks" && framing.isUnfinished === true);
}

/** Every request is the one that was asked for, and those that repeat it have the same headers. */
async function sentFindings(
  contract: Contract,
  { played: { id, operation }, client }: { played: CallCase; client: ClientUnderTest },
  request: SampleRequest,
  requests: readonly Recorded[],
  server: URL,
): Promise<Finding[]> {
  const [first] = requests;
  const names = operation.parameters.flatMap((each) => (each.in === "header" ? [each.name] : []));
  const found = await Promise.all(
    requests.map(async (sent) => {
      const differing = names.filter(
        (name) => sent.headers[name.toLowerCase()] !== first?.headers[name.toLowerCase()],
      );
      return [
        ...(await wireFindings({ client, caseId: id }, contract, operation, request, sent, server)),
        ...differing.map((name) => ({
          message: `sent/headers/${name}: not the same when the request was repeated`,
        })),
      ];
    }),
  );
  return [...new Map(found.flat().map((each) => [each.message, each])).values()];
}

/** What the caller gets has to be what the last request was answered. */
function outcomeFindings(
  { answers, group, mayBeUnsent }: CallCase,
  outcome: Outcome,
  count: number,
  { isValidating = true }: ClientUnderTest,
): Finding[] {
  if (count === 0) return [];
  const { expected, response } = answers[Math.min(count, answers.length) - 1] ?? answers[0];
  // Whoever does not judge answers gives a redirect as what it is: an answer.
  if (group === "redirects" && !isValidating) return [];
  if ("result" in outcome)
    return expected === "refused"
      ? [{ message: "the client accepted an invalid answer" }]
      : resultFindings(response, outcome.result);
  return expected === "response" && !mayBeUnsent
    ? [{ message: `the documented answer was refused: ${outcome.refused}` }]
    : [];
}
