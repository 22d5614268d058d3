import { documentedOf, type SampleResponse, valueAt } from "@contract-toolkit/contract";
import type { Comparison, HttpCase, Refused } from "../../cases/servers/http-case.ts";
import type { Suite } from "../../suite.ts";
import { show, shorten, type Finding } from "../../verdict.ts";
import { judgeAnswer, statusAndCode, type JudgedAnswer } from "../answer.ts";
import { containsValue } from "../judge-boundary.ts";
import { judgeSample } from "../judge-sample.ts";
import type { HttpResponse } from "../send.ts";

export interface HttpAnswers extends Readonly<Partial<Record<keyof Comparison, HttpResponse>>> {
  readonly answer: HttpResponse;
  /** Bytes after the answer that no request asked for. */
  readonly rest: string;
  /** Status of the answer to the repeated request on the same connection, or the reason why there was none. */
  readonly repeated?: number | string;
}

export interface Judged {
  readonly suite: Pick<Suite, "contract" | "positionOf">;
  readonly played: HttpCase;
  readonly answers: HttpAnswers;
  /** The documented answer of the sample. */
  readonly response: SampleResponse;
  readonly bindings: ReadonlyMap<string, string>;
  /** The service's decision on the open point of the case. */
  readonly decided: "accepted" | "refused" | undefined;
  readonly traces: readonly string[];
  readonly codes?: Readonly<Record<number, number>>;
}

export function judgeHttp(judged: Judged): Finding[] {
  const { rest } = judged.answers;
  const further = `after it ${show(rest.slice(0, 80))}`;
  return [
    ...judgeExpected(judged),
    ...(rest === "" ? [] : [finding(judged.played, "one answer was expected", further)]),
  ];
}

function judgeExpected(judged: Judged): Finding[] {
  const { suite, played, answers, response, bindings, decided } = judged;
  const { answer, control } = answers;
  const { expected } = played;
  const bySample = (of: HttpResponse) => judgeSample(suite, played.base, response, of, bindings);
  switch (expected.kind) {
    case "as-sample":
      return bySample(answer);
    case "as-sample-or-refused":
      return decided === "refused" || (decided === undefined && isRefusal(answer))
        ? judgeRefused(anyRefusal, judged)
        : bySample(answer);
    case "let-in":
      return answer.status !== 401 && answer.status < 500
        ? judgeDocumented(judged)
        : [finding(played, "a valid credential must be accepted", answerText(judged))];
    case "documented":
      return judgeDocumented(judged);
    case "failed":
      return judgeFailed(judged);
    case "unlike-sample": {
      if (bySample(answer).length === 0 && control && bySample(control).length > 0)
        return [finding(played, "another request must get another answer", "the sample's answer")];
      return isLeftOut(answers)
        ? [finding(played, "the value must not be ignored", "that answer")]
        : judgeDocumented(judged);
    }
    case "refused":
      return judgeRefused(expected, judged);
    case "like-get":
      return judgeHead(judged);
  }
}

/** A server that supports HEAD answers it like GET and lists it in `Allow`. Another server does neither. */
function judgeHead({ played, answers: { answer, control, refused } }: Judged): Finding[] {
  const { status, headers } = answer;
  const isTaken = !notTaken.has(status);
  const allow = refused?.status === 405 ? refused.headers.get("allow") : undefined;
  const isNamed = typeof allow === "string" ? methodsIn(allow).includes("HEAD") : isTaken;
  const findings: Finding[] = [];
  const add = (message: string, found: string) => findings.push(finding(played, message, found));
  const both = `${status} and Allow ${show(allow)}`;
  if (isTaken && !isNamed) add("Allow must list HEAD, which is answered", both);
  if (!isTaken && isNamed) add("HEAD, which Allow lists, must be answered", both);
  if (!isTaken || !control) return findings;
  if (control.status !== status)
    add(`HEAD must be answered as GET, with ${control.status}`, `${status}`);
  for (const name of ["content-type", "content-length"]) {
    const [own, theirs] = [headers.get(name), control.headers.get(name)];
    if (own !== null && theirs !== null && own !== theirs)
      add(`HEAD must have the ${name} of GET, ${show(theirs)}`, show(own));
  }
  return findings;
}

const notTaken: ReadonlySet<number> = new Set([405, 501]);

function methodsIn(allow: string): string[] {
  return allow.split(",").map((part) => part.trim());
}

function judgeFailed(judged: Judged): Finding[] {
  const { suite, played, traces } = judged;
  const statuses = Object.keys({ ...played.operation.responses, ...suite.contract.refusals });
  // A server error must be documented if the contract documents any.
  const hasWords = statuses.some((status) => status.startsWith("5"));
  const { status, text, headers } = judged.answers.answer;
  const found = answerText(judged);
  if (status < 500)
    return [finding(played, "an invalid response must become a server error", found)];
  const { findings, isDocumented } = judgeView(judged);
  const said = `${text}\n${[...headers].flat().join("\n")}`.toLowerCase();
  return [
    ...(isDocumented ? findings : []),
    ...(!isDocumented && hasWords
      ? [finding(played, "a server error must be documented", found)]
      : []),
    ...traces
      .filter((trace) => said.includes(trace.toLowerCase()))
      .map((trace) => finding(played, `the answer must not contain ${show(trace)}`, found)),
  ];
}

export function unanswered(played: HttpCase): Finding {
  return finding(played, "an invalid response must become a server error", "no answer");
}

/** Whether the value was ignored: the answer equals the answer without the value, and another value changes it. */
function isLeftOut({ answer, absent, control }: HttpAnswers): boolean {
  const isSame = (left: HttpResponse, right: HttpResponse) =>
    left.status === right.status && left.text === right.text;
  if (!absent || !control || absent.status >= 300) return false;
  return isSame(answer, absent) && !isSame(control, absent);
}

/** For open points that the service refuses or may refuse. */
const anyRefusal: Refused = { kind: "refused", statuses: [] };

function isRefusal({ status }: HttpResponse): boolean {
  return status >= 400 && status < 500;
}

/** Accepts any documented answer except a server error. An undocumented 4xx may come from the HTTP server. */
function judgeDocumented(judged: Judged): Finding[] {
  const { findings, isDocumented } = judgeView(judged);
  const { played, answers } = judged;
  const { status } = answers.answer;
  if (status >= 500) return [finding(played, "expected no server error", answerText(judged))];
  if (isDocumented) return [...findings];
  const message = `status ${status} is not documented`;
  return isRefusal(answers.answer) ? [] : [finding(played, message, "it")];
}

/** Judges an answer by its operation or, if the request may belong to no operation, by the refusals of the contract. */
function judgeView({ suite, played, answers: { answer } }: Judged): JudgedAnswer {
  const { operation, isOutside } = played;
  const own = judgeAnswer(suite, operation, answer);
  // The HTTP server refuses an invalid request before the application sees it, and may do so without a body.
  if (isOutside && isRefusal(answer) && answer.text === "")
    return { ...own, findings: [], isDocumented: false };
  const isOwn = !isOutside || !isRefusal(answer) || (own.isDocumented && own.findings.length === 0);
  return isOwn ? own : judgeAnswer(suite, { ...operation, id: outsideAny, responses: {} }, answer);
}

const outsideAny = "";

function judgeRefused(due: Refused, judged: Judged): Finding[] {
  const { statuses, fields = [], mostNamed, leftOut = [], codesExcluded = [], allow } = due;
  const { suite, played, answers, codes = {} } = judged;
  const { answer, repeated } = answers;
  const { responses } = played.operation;
  const found = answerText(judged);
  const isMeant = statuses.length === 0 || statuses.includes(answer.status);
  const isKnown = statuses.some(
    (status) => suite.contract.refusals[status] ?? documentedOf(responses, status),
  );
  if (!isRefusal(answer) || (isKnown && !isMeant)) {
    const how = isKnown ? ` with ${statuses.join(" or ")}` : "";
    return [finding(played, `it must be refused${how}`, found)];
  }
  const { findings, body, isDocumented } = judgeView(judged);
  const all = isDocumented ? [...findings] : [];
  const add = (message: string, what = found) => all.push(finding(played, message, what));
  for (const field of fields)
    if (!containsValue(body, field)) add(`the refusal must name ${field}`);
  const named = mostNamed?.fields.filter((field) => containsValue(body, field)) ?? [];
  if (mostNamed && named.length > mostNamed.count)
    add(`the refusal must name at most ${mostNamed.count} faults`, `${named.length} of them`);
  for (const text of leftOut)
    if (answer.text.includes(text)) add(`the refusal must not repeat ${text}`);
  const { property } =
    documentedOf(responses, answer.status)?.errorCode ??
    Object.values(responses).find((response) => response.errorCode)?.errorCode ??
    {};
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  if (codesExcluded.some((number) => number === code))
    add("the refusal must report the other fault first");
  const rightCode = codes[answer.status];
  const hasCode = rightCode !== undefined && property !== undefined && played.raw.method !== "HEAD";
  if (hasCode && code !== rightCode) add(`the refusal must have the code ${rightCode}`);
  if (allow && answer.status === 405) {
    const value = answer.headers.get("allow");
    if (!isAllowed(value, allow))
      add(`Allow must list ${allow.named.join(", ")}`, value === null ? "none" : show(value));
  }
  if (repeated !== undefined && repeated !== answer.status) add(REPEATED, String(repeated));
  return all;
}

const REPEATED =
  "the same request again on the same connection must get the same answer, unless the first answer ends the connection";

/** `Allow` lists the supported methods (RFC 9110, section 10.2.1). A server may add methods that HTTP itself defines. */
function isAllowed(value: string | null, due: NonNullable<Refused["allow"]>): boolean {
  const methods = methodsIn(value ?? "");
  const isListed = (method: string) => methods.includes(method);
  return value !== null && due.named.every(isListed) && !due.unnamed.some(isListed);
}

function answerText({ suite, played: { operation }, answers: { answer } }: Judged): string {
  const { body } = judgeAnswer(suite, operation, answer);
  return `${statusAndCode(operation, answer.status, body)} ${shorten(answer.text)}`.trimEnd();
}

function finding({ source }: HttpCase, message: string, found: string): Finding {
  const [status = ""] = found.split(" ");
  return {
    message: `${message}, found ${found}`,
    repeatable: `${message}, found ${/^\d+$/.test(status) ? status : found}`,
    source,
  };
}
