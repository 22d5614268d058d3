import { STATUS_CODES } from "node:http";
import { documentedOf, type Contract, valueAt, withValue } from "@contract-toolkit/kernel";
import { problemDetails, type Problem, type ProblemResponse } from "@contract-toolkit/server";
import { NoAnswerError, type Answers } from "./answers.ts";
import {
  answerOf,
  documentedRefusal,
  problemOf,
  type Refusal,
  type Refused,
} from "./documented-refusal.ts";
import { nameFaults } from "./name-faults.ts";
import type { KnownSample } from "./samples.ts";

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

/**
 * Answers a problem as the contract documents it: with a sample of its status, or else derived, and with what is wrong in
 * the request named where the body has a list for it. Where the contract has nothing for the status: a problem of RFC 9457.
 */
export function refuse(refused: Refused, contract: Contract, answers: Answers): Refusal {
  const own = problemAnswer(refused.problem);
  const { operation, samples, preference } = refused;
  if (operation) {
    const named = samples.find(({ name }) => name === preference.example);
    if (named && !isForced(refused.problem) && named.case.response.status >= 400) {
      const response = answers.ofSample(named, refused.asked);
      if (response) return { answer: answerOf(response), origin: { sample: named.name } };
    }
    const { responses } = operation;
    const statuses = statusesOf(refused.problem, own.status);
    // What is documented by itself before what is only in a range.
    const status =
      statuses.find((each) => responses[each]) ??
      statuses.find((each) => documentedOf(responses, each));
    if (status !== undefined)
      return documentedRefusal(refused, operation, status, { contract, answers });
  }
  const outside = outsideOperations(refused, contract, own.status, answers);
  return outside ?? { answer: own, origin: undefined };
}

/** The status that HTTP has for a problem, and what contracts have in its place. */
function statusesOf(problem: Problem, status: number): number[] {
  if (isForced(problem)) return [503, 500, 502, 504];
  if (status === 401) return [401, 403];
  return status < 500 && status !== 404 && status !== 405 ? [status, 400, 422] : [status];
}

function problemAnswer(problem: Problem): ProblemResponse {
  if (isForced(problem))
    return problemOf(503, "The mock was told to fail a share of its requests.");
  if (problem.kind === "thrown" && problem.error instanceof NoAnswerError)
    return problemOf(501, problem.error.message);
  return problemDetails(problem);
}

function isForced(problem: Problem): boolean {
  return problem.kind === "thrown" && problem.error instanceof ForcedFailure;
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
function inGeneral({ case: { response, generated } }: KnownSample, status: number): unknown {
  const texts = generated.filter((pointer) => typeof valueAt(response, pointer) === "string");
  const told = texts.reduce<unknown>(
    (filled, pointer) => withValue(filled, pointer, STATUS_CODES[status] ?? "Error"),
    response,
  );
  return valueAt(told, "/body");
}
