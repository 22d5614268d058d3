import { STATUS_CODES } from "node:http";
import {
  documentedOf,
  headerText,
  type Contract,
  type Operation,
  type SampleResponse,
  valueAt,
  withValue,
} from "@contract-toolkit/kernel";
import { problemDetails, type Problem, type ProblemAnswer } from "@contract-toolkit/server";
import { NoAnswerError, type Answers, type Origin } from "./answers.ts";
import { bestFit } from "./fit.ts";
import { nameFaults } from "./name-faults.ts";
import type { Preference } from "./preference.ts";
import type { KnownSample, Values } from "./samples.ts";

/** No credential came where the contract asks for one. */
export class NoCredentialError extends Error {
  readonly code = "no-credential";
  readonly status = 401;
  readonly expose = true;

  constructor() {
    super("A credential of the documented scheme is missing.");
  }
}

/** The mock was told to fail now and then (`--fail`). */
export class ForcedFailure extends Error {
  readonly code = "forced-failure";
}

/** What is known of a request that cannot be answered as it asks. */
export interface Refused {
  readonly problem: Problem;
  /** Undefined: the path or method is no operation's. */
  readonly operation: Operation | undefined;
  readonly samples: readonly KnownSample[];
  /** Samples of any operation. */
  readonly elsewhere: readonly KnownSample[];
  /** As far as it was read. */
  readonly asked: Values;
  readonly preference: Preference;
}

/** An answer to a problem, and where it comes from. */
export interface Refusal {
  readonly answer: ProblemAnswer;
  /** Undefined: a problem of RFC 9457. */
  readonly origin: Origin | undefined;
}

/**
 * Answers a problem as the contract documents it: with a sample of its status, or else derived, and with what is wrong in
 * the request named where the body has a list for it. Where the contract has nothing for the status: a problem of RFC 9457.
 */
export function refuse(refused: Refused, contract: Contract, answers: Answers): Refusal {
  const own = problemAnswer(refused.problem);
  const { operation, samples, preference } = refused;
  if (operation) {
    const named = samples.find(({ name }) => name === preference.example);
    if (named && named.case.response.status >= 400) {
      const response = answers.ofSample(named, refused.asked);
      if (response) return { answer: answerOf(response), origin: { sample: named.name } };
    }
    const status = statusesOf(refused.problem, own.status).find(
      (each) => documentedOf(operation.responses, each) !== undefined,
    );
    if (status !== undefined) return ofOperation(refused, operation, status, contract, answers);
  }
  const outside = outsideOperations(refused, contract, own.status, answers);
  return outside ?? { answer: own, origin: undefined };
}

/** The status that HTTP has for a problem, and what contracts have in its place. */
function statusesOf(problem: Problem, status: number): number[] {
  const isForced = problem.kind === "thrown" && problem.error instanceof ForcedFailure;
  if (isForced) return [503, 500, 502, 504];
  if (status === 401) return [401, 403];
  return status < 500 && status !== 404 && status !== 405 ? [status, 400, 422] : [status];
}

function problemAnswer(problem: Problem): ProblemAnswer {
  const isForced = problem.kind === "thrown" && problem.error instanceof ForcedFailure;
  const isUnknown = problem.kind === "thrown" && problem.error instanceof NoAnswerError;
  const told = problemDetails(problem);
  if (isForced) return withStatus(503, "Service Unavailable", "The mock was told to fail now and then.");
  if (isUnknown) return withStatus(501, "Not Implemented", problem.error.message);
  return told;
}

function withStatus(status: number, title: string, detail: string): ProblemAnswer {
  const body = { type: "about:blank", title, status, detail };
  return { status, body, contentType: "application/problem+json" };
}

function ofOperation(
  { problem, samples, asked }: Refused,
  operation: Operation,
  status: number,
  contract: Contract,
  answers: Answers,
): Refusal {
  const ofStatus = samples
    .filter(({ case: { response } }) => response.status === status)
    .filter((each) => problem.kind !== "invalid-request" || !each.isValid || status !== 400)
    .filter((each) => isOfCode(each, problem, operation, contract));
  const best = bestFit(ofStatus, asked);
  if (best?.isExact || problem.kind !== "invalid-request") {
    const response = best && answers.ofSample(best.sample, asked);
    if (response) return { answer: answerOf(response), origin: { sample: best.sample.name } };
    return derivedRefusal(operation, status, answers);
  }
  const isValid = (response: SampleResponse) => (body: unknown) =>
    answers.isValid(operation, { ...response, body });
  const nearestFirst = best
    ? [best.sample, ...ofStatus.filter((each) => each !== best.sample)]
    : [];
  for (const { name, case: known } of nearestFirst) {
    const { response } = known;
    const body = nameFaults(response.body, problem.faults, isValid(response));
    if (body !== undefined)
      return {
        answer: answerOf({ ...response, body }),
        origin: { sample: name, isNearest: true },
      };
  }
  const made = derivedRefusal(operation, status, answers);
  const response = { status, headers: {}, body: made.answer.body };
  const body = nameFaults(made.answer.body, problem.faults, isValid(response));
  if (body !== undefined) return { ...made, answer: { ...made.answer, body } };
  const sampled = best && answers.ofSample(best.sample, asked);
  return sampled
    ? { answer: answerOf(sampled), origin: { sample: best.sample.name, isNearest: true } }
    : made;
}

/** Bounds may have an error code of their own; other faults have none of those. */
function isOfCode(
  { case: { response } }: KnownSample,
  problem: Problem,
  { responses }: Operation,
  { boundsCodes }: Contract,
): boolean {
  if (problem.kind !== "invalid-request") return true;
  const property = documentedOf(responses, response.status)?.errorCode?.property;
  if (property === undefined) return true;
  const { [property]: code } = Object(response.body) as Record<string, unknown>;
  return problem.code === undefined
    ? !Object.values(boundsCodes).some((each) => each === code)
    : code === problem.code;
}

function derivedRefusal(operation: Operation, status: number, answers: Answers): Refusal {
  try {
    return { answer: answerOf(answers.derived(operation, status)), origin: {} };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return {
      answer: withStatus(501, "Not Implemented", error.message),
      origin: undefined,
    };
  }
}

/**
 * Of what no operation documents, the contract may still say how its body is. A sample of the status has the right code, but
 * its texts are of something else.
 */
function outsideOperations(
  { problem, elsewhere }: Refused,
  { refusals }: Contract,
  status: number,
  answers: Answers,
): Refusal | undefined {
  const validate = refusals[status];
  if (!validate) return undefined;
  const isValid = (body: unknown) => validate({ body: structuredClone(body) });
  const hasFaults = problem.kind === "invalid-request";
  const shown = elsewhere.find(({ case: { response } }) => response.status === status);
  const bodies = [
    { body: shown && inGeneral(shown, status), sample: shown?.name },
    { body: answers.refusal(status, hasFaults)?.body, sample: undefined },
  ];
  const found = bodies.find(({ body }) => body !== undefined && isValid(body));
  if (!found) return undefined;
  const { body, sample } = found;
  const named = hasFaults && nameFaults(body, problem.faults, isValid);
  return {
    answer: { status, body: named || body },
    origin: sample === undefined ? {} : { sample, isNearest: true },
  };
}

/** The body of a sample with what HTTP calls the status in place of the server's own texts. */
function inGeneral({ case: { response, serverMade } }: KnownSample, status: number): unknown {
  const texts = serverMade.filter((pointer) => typeof valueAt(response, pointer) === "string");
  const told = texts.reduce<unknown>(
    (filled, pointer) => withValue(filled, pointer, STATUS_CODES[status] ?? "Error"),
    response,
  );
  return valueAt(told, "/body");
}

function answerOf({ status, headers, body }: SampleResponse): ProblemAnswer {
  const texts = Object.entries(headers).map(([name, value]) => [name, headerText(value)]);
  return { status, body, headers: Object.fromEntries(texts) as Record<string, string> };
}
