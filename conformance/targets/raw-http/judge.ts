import {
  documentedOf,
  type SampleResponse,
  textFormats,
  valueAt,
} from "@contract-toolkit/contract";
import type { Comparison, HttpCase, Refused } from "../../cases/servers/http-case.ts";
import type { Suite } from "../../suite.ts";
import { show, shorten, type Finding } from "../../verdict.ts";
import { isRefusal, judgeResponse, statusAndCode, type JudgedResponse } from "../response.ts";
import { containsValue } from "../judge-boundary.ts";
import { judgeSample } from "../judge-sample.ts";
import type { HttpResponse } from "../send.ts";

export interface HttpResponses extends Readonly<Partial<Record<keyof Comparison, HttpResponse>>> {
  readonly response: HttpResponse;
  /** Bytes after the response that no request asked for. */
  readonly rest: string;
  /** Whether the connection stays open although the request asked to close it (RFC 9112, section 9.6). */
  readonly isLeftOpen: boolean;
  /** Status of the response to the repeated request on the same connection, or the reason why there was none. */
  readonly repeated?: number | string;
}

export interface Judged {
  readonly suite: Pick<Suite, "contract" | "positionOf" | "document">;
  readonly played: HttpCase;
  readonly expected: Exclude<HttpCase["expected"], { readonly kind: "as-without" | "as-another" }>;
  readonly responses: HttpResponses;
  /** The documented response of the sample. */
  readonly response: SampleResponse;
  readonly bindings: ReadonlyMap<string, string>;
  /** The service's decision on the open point of the case. */
  readonly decided: "accepted" | "refused" | undefined;
  readonly traces: readonly string[];
  readonly codes?: Readonly<Record<number, number>>;
}

const { "http-date": isHttpDate } = textFormats;

export function judgeHttp(judged: Judged): Finding[] {
  const { rest, response, isLeftOpen } = judged.responses;
  const date = response.headers.get("date");
  const further = `after it ${show(rest.slice(0, 80))}`;
  return [
    ...judgeExpected(judged),
    ...(date === null || isHttpDate?.(date) !== false
      ? []
      : [
          finding(
            judged.played,
            "Date must be a time of HTTP (RFC 9110, section 5.6.7)",
            show(date),
          ),
        ]),
    ...(isLeftOpen ? [finding(judged.played, "the connection must be closed", "it open")] : []),
    ...(rest === "" ? [] : [finding(judged.played, "one response was expected", further)]),
  ];
}

function judgeExpected(judged: Judged): Finding[] {
  const { suite, played, expected, responses, response, bindings, decided } = judged;
  const { response: result, control } = responses;
  const bySample = (of: HttpResponse) => judgeSample(suite, played.base, response, of, bindings);
  switch (expected.kind) {
    case "as-sample":
      return bySample(result);
    case "as-sample-or-refused":
      return decided === "refused" || (decided === undefined && isRefusal(result.status))
        ? judgeRefused(anyRefusal, judged)
        : bySample(result);
    case "let-in":
      return result.status !== 401 && result.status < 500
        ? judgeDocumented(judged)
        : [finding(played, "a valid credential must be accepted", describeJudgedResponse(judged))];
    case "documented":
      return judgeDocumented(judged);
    case "failed":
      return judgeFailed(judged);
    case "unlike-sample": {
      if (bySample(result).length === 0 && control && bySample(control).length > 0)
        return [
          finding(played, "another request must get another response", "the sample's response"),
        ];
      // Whatever the response to another method is, it may be right.
      if (played.raw.method !== undefined) return [];
      return isValueIgnored(responses)
        ? [finding(played, "the value must not be ignored", "that response")]
        : judgeDocumented(judged);
    }
    case "refused":
      return judgeRefused(expected, judged);
    case "like-get":
      return judgeHead(judged);
  }
}

/** A server that supports HEAD answers it like GET and lists it in `Allow`. A server that does not support it does neither. */
function judgeHead({ played, responses: { response, control, refused } }: Judged): Finding[] {
  const { status, headers } = response;
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
  const { status, text, headers } = judged.responses.response;
  const found = describeJudgedResponse(judged);
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
      .map((trace) => finding(played, `the response must not contain ${show(trace)}`, found)),
  ];
}

export function unanswered(played: HttpCase): Finding {
  return finding(played, "an invalid response must become a server error", "no response");
}

export function notContinued(played: HttpCase): Finding {
  const due = "a client that waits before it sends its body must get 100 Continue or a response";
  return finding(played, due, "neither");
}

/** Whether the value was ignored: the response equals the response without the value, and another value changes it. */
function isValueIgnored({ response, absent, control }: HttpResponses): boolean {
  const isSame = (left: HttpResponse, right: HttpResponse) =>
    left.status === right.status && left.text === right.text;
  if (!absent || !control || absent.status >= 300) return false;
  return isSame(response, absent) && !isSame(control, absent);
}

/** For open points that the service refuses or may refuse. */
const anyRefusal: Refused = { kind: "refused", statuses: [] };
/** Accepts any documented response except a server error. An undocumented 4xx may come from the HTTP server. */
function judgeDocumented(judged: Judged): Finding[] {
  const { findings, isDocumented } = judgeView(judged);
  const { played, responses } = judged;
  const { status } = responses.response;
  if (status >= 500)
    return [finding(played, "expected no server error", describeJudgedResponse(judged))];
  if (isDocumented) return [...findings];
  const message = `status ${status} is not documented`;
  return isRefusal(status) ? [] : [finding(played, message, "it")];
}

/** Judges a response by its operation or, if the request may belong to no operation, by the refusals of the contract. */
function judgeView({ suite, played, responses: { response } }: Judged): JudgedResponse {
  const { operation, isOutside } = played;
  const own = judgeResponse(suite, operation, response);
  // The HTTP server refuses an invalid request before the application sees it, and may do so without a body.
  if (isOutside && isRefusal(response.status) && response.text === "")
    return { ...own, findings: [], isDocumented: false };
  const isOwn =
    !isOutside || !isRefusal(response.status) || (own.isDocumented && own.findings.length === 0);
  return isOwn
    ? own
    : judgeResponse(suite, { ...operation, id: outsideAny, responses: {} }, response);
}

const outsideAny = "";

function judgeRefused(due: Refused, judged: Judged): Finding[] {
  const {
    statuses,
    fields = [],
    mostNamed,
    leftOut = [],
    codesExcluded = [],
    allow,
    challenge,
  } = due;
  const { suite, played, responses: results, codes = {} } = judged;
  const { response: result, repeated } = results;
  const { responses } = played.operation;
  const found = () => describeJudgedResponse(judged);
  const isMeant = statuses.length === 0 || statuses.includes(result.status);
  const isKnown = statuses.some(
    (status) => suite.contract.refusals[status] ?? documentedOf(responses, status),
  );
  if (!isRefusal(result.status) || (isKnown && !isMeant)) {
    const how = isKnown ? ` with ${statuses.join(" or ")}` : "";
    const about = isRefusal(result.status) && ({ about: "refusal" } as const);
    return [{ ...finding(played, `it must be refused${how}`, found()), ...about }];
  }
  const { findings, body, isDocumented } = judgeView(judged);
  const all = isDocumented ? [...findings] : [];
  const add = (message: string, what: string) => all.push(finding(played, message, what));
  const addRefusal = (message: string, what = found()) =>
    all.push({ ...finding(played, `the refusal must ${message}`, what), about: "refusal" });
  for (const field of fields) if (!containsValue(body, field)) addRefusal(`name ${field}`);
  const named = mostNamed?.fields.filter((field) => containsValue(body, field)) ?? [];
  if (mostNamed && named.length > mostNamed.count)
    addRefusal(`name at most ${mostNamed.count} faults`, `${named.length} of them`);
  for (const text of leftOut) if (result.text.includes(text)) addRefusal(`not repeat ${text}`);
  const { property } =
    documentedOf(responses, result.status)?.errorCode ??
    Object.values(responses).find((response) => response.errorCode)?.errorCode ??
    {};
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  if (codesExcluded.some((number) => number === code))
    addRefusal("report the other violation first");
  const rightCode = codes[result.status];
  const hasCode = rightCode !== undefined && property !== undefined && played.raw.method !== "HEAD";
  if (hasCode && code !== rightCode) addRefusal(`have the code ${rightCode}`);
  if (allow && result.status === 405) {
    const value = result.headers.get("allow");
    if (!isAllowHeaderCorrect(value, allow))
      add(`Allow must list ${allow.named.join(", ")}`, value === null ? "none" : show(value));
  }
  const asked = result.headers.get("www-authenticate") ?? "none";
  if (challenge !== undefined && result.status === 401 && !isChallenge(asked, challenge))
    add(`WWW-Authenticate must have a challenge of ${challenge}`, show(asked));
  if (repeated !== undefined && repeated !== result.status) add(REPEATED, String(repeated));
  return all;
}

const REPEATED =
  "the same request again on the same connection must get the same response, unless the first response ends the connection";

/** `Allow` lists the supported methods (RFC 9110, section 10.2.1). A server may add methods that HTTP itself defines. */
function isAllowHeaderCorrect(value: string | null, due: NonNullable<Refused["allow"]>): boolean {
  const methods = methodsIn(value ?? "");
  const isListed = (method: string) => methods.includes(method);
  return value !== null && due.named.every(isListed) && !due.unnamed.some(isListed);
}

/** A challenge begins with its scheme, in any case, perhaps after others (RFC 9110, section 11.6.1). */
function isChallenge(value: string, scheme: string): boolean {
  const begins = /(?:^|,)[\s,]*([!#$%&'*+.^`|~\w-]+)(?=$|\s|,)/g;
  const found = [...value.matchAll(begins)].map(([, name = ""]) => name.toLowerCase());
  return found.includes(scheme.toLowerCase());
}

function describeJudgedResponse({
  suite,
  played: { operation },
  responses: { response },
}: Judged): string {
  const { body } = judgeResponse(suite, operation, response);
  return `${statusAndCode(operation, response.status, body)} ${shorten(response.text)}`.trimEnd();
}

export function finding({ source }: HttpCase, message: string, found: string): Finding {
  const [status = ""] = found.split(" ");
  return {
    message: `${message}, found ${found}`,
    repeatable: `${message}, found ${/^\d+$/.test(status) ? status : found}`,
    source,
  };
}
