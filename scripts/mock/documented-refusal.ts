import { STATUS_CODES } from "node:http";
import {
  documentedOf,
  headerText,
  type Contract,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/kernel";
import type {
  InvalidRequest,
  Problem,
  ProblemAnswer,
  ProblemResponse,
} from "@contract-toolkit/server";
import { NoAnswerError, type Answers, type Origin } from "./answers.ts";
import { bestFit, type Fit } from "./best-fit.ts";
import { nameFaults } from "./name-faults.ts";
import type { Preference } from "./preference.ts";
import type { KnownSample, Values } from "./samples.ts";

/** What is known of a request that cannot be answered as it asks. */
export interface Refused {
  readonly problem: Problem;
  /** Undefined: the path or method is no operation's. */
  readonly operation: Operation | undefined;
  /** Of the operation. */
  readonly samples: readonly KnownSample[];
  /** Of all operations. */
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

/** What refusals are made of. */
export interface RefusalSource {
  readonly contract: Contract;
  readonly answers: Answers;
}

/** A refusal with a status that the operation documents: of a sample, or else derived. */
export function documentedRefusal(
  { problem, samples, asked }: Refused,
  operation: Operation,
  status: number,
  { contract, answers }: RefusalSource,
): Refusal {
  const ofStatus = samples.filter(({ case: { response } }) => response.status === status);
  if (problem.kind === "invalid-request") {
    const invalid = ofStatus.filter(
      (each) => !each.isValid && isOfCode(each, problem, operation, contract),
    );
    const best = bestFit(invalid, asked);
    if (!best?.isExact)
      return namingFaults(best, invalid, problem.faults, { operation, status, answers });
  }
  const best = bestFit(ofStatus, asked);
  const response = best && answers.ofSample(best.sample, asked);
  return response
    ? { answer: answerOf(response), origin: { sample: best.sample.name } }
    : derivedRefusal(operation, status, answers);
}

interface Documented {
  readonly operation: Operation;
  readonly status: number;
  readonly answers: Answers;
}

/** No sample shows this request: what is wrong with it goes into the body of the nearest that has a list for it. */
function namingFaults(
  best: Fit | undefined,
  samples: readonly KnownSample[],
  faults: InvalidRequest["faults"],
  { operation, status, answers }: Documented,
): Refusal {
  const withFaults = (response: SampleResponse) =>
    nameFaults(response.body, faults, (body) => answers.isValid(operation, { ...response, body }));
  const nearestFirst = best ? [best.sample, ...samples.filter((each) => each !== best.sample)] : [];
  for (const { name, case: known } of nearestFirst) {
    const body = withFaults(known.response);
    if (body !== undefined)
      return {
        answer: answerOf({ ...known.response, body }),
        origin: { sample: name, isNearest: true },
      };
  }
  const made = derivedRefusal(operation, status, answers);
  const body = withFaults({ status, headers: {}, body: made.answer.body });
  if (body !== undefined) return { ...made, answer: { ...made.answer, body } };
  const shown = nearestFirst[0]?.case.response;
  return shown && answers.isValid(operation, shown)
    ? { answer: answerOf(shown), origin: { sample: nearestFirst[0]?.name, isNearest: true } }
    : made;
}

/** Bounds may have an error code of their own; other faults have none of those. */
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
    ? !Object.values(boundsCodes).some((each) => each === code)
    : code === problem.code;
}

function derivedRefusal(operation: Operation, status: number, answers: Answers): Refusal {
  try {
    return { answer: answerOf(answers.derived(operation, status)), origin: {} };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { answer: problemOf(501, error.message), origin: undefined };
  }
}

/** A problem of RFC 9457. */
export function problemOf(status: number, detail: string): ProblemResponse {
  const body = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail };
  return { status, body, contentType: "application/problem+json" };
}

/** An answer with its headers as texts. */
export function answerOf({ status, headers, body }: SampleResponse): ProblemAnswer {
  const texts = Object.entries(headers).map(([name, value]) => [name, headerText(value)]);
  return { status, body, headers: Object.fromEntries(texts) as Record<string, string> };
}
