import { STATUS_CODES } from "node:http";
import {
  documentedOf,
  headerText,
  valueAt,
  withValue,
  type Contract,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/contract";
import {
  problemDetails,
  type InvalidRequest,
  type Problem,
  type ProblemResponse,
  type ProblemResponseWithStatus,
} from "@contract-toolkit/skeleton";
import { hasCode } from "./errors.ts";
import type { MockResponses, Origin } from "./responses.ts";
import { bestFit } from "./best-fit.ts";
import { fillViolationList } from "./name-violations.ts";
import type { Preference } from "./preference.ts";
import type { KnownSample, Values } from "./samples.ts";

/** A refused request. */
export interface Refused {
  readonly problem: Problem;
  /** Undefined if no operation has the path and method. */
  readonly operation: Operation | undefined;
  /** The samples of the operation. */
  readonly samples: readonly KnownSample[];
  /** The samples of all operations. */
  readonly elsewhere: readonly KnownSample[];
  /** The values that were read before the request was refused. */
  readonly asked: Values;
  readonly preference: Preference;
}

interface Refusal {
  readonly response: ProblemResponse;
  /** Undefined for a problem of RFC 9457. */
  readonly origin: Origin | undefined;
}

/**
 * Answers a problem in the documented form: with a sample of its status, or else derived. If the body has a list for violations,
 * it names those of the request. If the contract does not document the status, the response is a problem of RFC 9457.
 */
export function makeRefusal(refused: Refused, contract: Contract, results: MockResponses): Refusal {
  const own = problemResponse(refused.problem);
  const { operation, samples, preference } = refused;
  if (operation) {
    const named = samples.find(({ name }) => name === preference.example);
    if (named && !isForced(refused.problem) && named.case.response.status >= 400) {
      const response = results.ofSample(named, refused.asked);
      if (response) return refusalWith(response, { sample: named.name });
    }
    const { responses } = operation;
    const statuses = usableStatuses(refused.problem, own.status);
    // A documented status comes before a documented range.
    const status =
      statuses.find((status) => responses[status]) ??
      statuses.find((status) => documentedOf(responses, status));
    if (status !== undefined)
      return documentedRefusal(refused, operation, status, contract, results);
  }
  const outside = outsideOperations(refused, contract, own.status, results);
  return outside ?? { response: own, origin: undefined };
}

/** The HTTP status of a problem, followed by those that contracts use instead. */
function usableStatuses(problem: Problem, status: number): number[] {
  if (isForced(problem)) return [503, 500, 502, 504];
  if (status === 401) return [401, 403];
  return status < 500 && status !== 404 && status !== 405 ? [status, 400, 422] : [status];
}

function problemResponse(problem: Problem): ProblemResponseWithStatus {
  if (isForced(problem))
    return makeProblemResponse(
      503,
      "The option --fail makes the mock fail a share of its requests.",
    );
  if (problem.kind === "thrown" && hasCode(problem.error, "no-sample"))
    return makeProblemResponse(501, problem.error.message);
  return problemDetails(problem);
}

function isForced(problem: Problem): boolean {
  return problem.kind === "thrown" && hasCode(problem.error, "forced-failure");
}

/** A problem of RFC 9457 without a type of its own. */
export function makeProblemResponse(status: number, detail: string) {
  const body = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail };
  return { status, body, contentType: "application/problem+json" as const };
}

/** Responses with a status that the operation documents: with a sample, or else derived. */
function documentedRefusal(
  { problem, samples, asked }: Refused,
  operation: Operation,
  status: number,
  contract: Contract,
  responses: MockResponses,
): Refusal {
  const made = responses.derived(operation, status);
  const ofStatus = samples.filter(({ case: { response } }) => response.status === status);
  const isInvalid = problem.kind === "invalid-request";
  const invalid = isInvalid
    ? ofStatus.filter(
        (knownSample) =>
          !knownSample.isValid && isOfCode(knownSample, problem, operation, contract),
      )
    : [];
  const nearest = bestFit(invalid, asked);
  if (isInvalid && !nearest?.isExact) {
    // No sample has this request, so its violations are written into the nearest body that has a list for them.
    const shown = nearest ? [...new Set([nearest.sample, ...invalid])] : [];
    const candidates = shown.map(({ name, case: { response } }): [SampleResponse, Origin] => [
      response,
      { sample: name, isNearest: true },
    ]);
    if (!(made instanceof Error)) candidates.push([made, {}]);
    const isValid = (response: SampleResponse) => responses.isValid(operation, response);
    for (const [response, origin] of candidates) {
      const named = fillViolationList(response.body, problem.violations, (body) =>
        isValid({ ...response, body }),
      );
      if (named !== undefined) return refusalWith({ ...response, body: named }, origin);
    }
    const [first] = candidates;
    if (nearest && first && isValid(first[0])) return refusalWith(...first);
  } else {
    const best = bestFit(ofStatus, asked);
    const response = best && responses.ofSample(best.sample, asked);
    if (response) return refusalWith(response, { sample: best.sample.name });
  }
  return made instanceof Error
    ? { response: makeProblemResponse(501, made.message), origin: undefined }
    : refusalWith(made, {});
}

/** Whether a sample has the error code of the problem. Violations of bounds may have their own codes, other violations have not. */
function isOfCode(
  { case: { response } }: KnownSample,
  problem: InvalidRequest,
  { responses }: Operation,
  { boundsCodes }: Contract,
): boolean {
  const property = documentedOf(responses, response.status)?.errorCode?.property;
  if (property === undefined) return true;
  const { [property]: code } = Object(response.body) as Record<string, unknown>;
  return problem.code === undefined
    ? !Object.values(boundsCodes).some((boundsCode) => boundsCode === code)
    : code === problem.code;
}

function refusalWith({ status, headers, body }: SampleResponse, origin: Origin): Refusal {
  const texts = Object.entries(headers).map(([name, value]) => [name, headerText(value)]);
  const response = { status, body, headers: Object.fromEntries(texts) as Record<string, string> };
  return { response, origin };
}

/**
 * Answers a request outside any operation, if the contract documents refusals with this status. A sample of the status has the
 * right error code, but its texts may be about something else.
 */
function outsideOperations(
  { problem, elsewhere }: Refused,
  { refusals }: Contract,
  status: number,
  responses: MockResponses,
): Refusal | undefined {
  const validate = refusals[status];
  if (!validate) return undefined;
  const isValid = (body: unknown) => validate({ body: structuredClone(body) });
  const hasViolations = problem.kind === "invalid-request";
  const shown = elsewhere.find(({ case: { response } }) => response.status === status);
  const candidates = [
    ...(shown
      ? [{ body: inGeneral(shown, status), origin: { sample: shown.name, isNearest: true } }]
      : []),
    { body: responses.refusal(status, hasViolations)?.body, origin: {} },
  ];
  const found = candidates.find(({ body }) => body !== undefined && isValid(body));
  if (!found) return undefined;
  const { body, origin } = found;
  const named = hasViolations && fillViolationList(body, problem.violations, isValid);
  return { response: { status, body: named || body }, origin };
}

/** The body of a sample, with the HTTP reason phrase in place of its generated texts. */
function inGeneral({ case: { response, generated } }: KnownSample, status: number): unknown {
  const texts = generated.filter((pointer) => typeof valueAt(response, pointer) === "string");
  const general = texts.reduce<unknown>(
    (filled, pointer) => withValue(filled, pointer, STATUS_CODES[status] ?? "Error"),
    response,
  );
  return valueAt(general, "/body");
}
