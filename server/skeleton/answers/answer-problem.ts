import type { IncomingMessage } from "node:http";
import { documentedOf, type Operation } from "@contract-toolkit/contract/messages";
import { Answer } from "./answer.ts";
import type { CheckAnswer } from "./check-answer.ts";
import { isProblemDetails } from "./problem-details.ts";
import { writeAnswer } from "./write-answer.ts";
import type { Exchange } from "../exchange.ts";
import type { MalformedOptions } from "../http-server/parser-errors.ts";
import type { ProblemResponse, ResponseInfo } from "../options.ts";
import { type Problem, ProblemError, statusOf } from "../problem.ts";

interface RefusalOptions extends MalformedOptions {
  readonly check: CheckAnswer;
}

/** Sends the answer to a problem. If no valid answer can be made, only its status is sent. */
export async function refuse<Context, Request extends IncomingMessage>(
  exchange: Exchange<Context, Request>,
  problem: Problem,
  options: RefusalOptions,
): Promise<ResponseInfo<Context, Request>> {
  const headers = allowed(problem);
  try {
    const meant = await answerWithinLimits(problem, options.errorHandler);
    const answer = await checkProblem(exchange.operation, withHeaders(meant, headers), options);
    exchange.refusal = answer;
    void writeAnswer(exchange, answer);
    return exchange.outcome(answer.status, problem);
  } catch (error) {
    const status = statusOf(problem);
    void writeAnswer(exchange, new Answer(status, undefined, headers));
    return exchange.outcome(status, problem, detailOf(error));
  }
}

/** The contract judges a documented answer. An undocumented problem of RFC 9457 is judged by the RFC. */
function checkProblem(
  operation: Operation | undefined,
  answer: Answer,
  { check, refusals }: RefusalOptions,
): Answer | Promise<Answer> {
  const { status, body, contentType } = answer;
  const own = operation && documentedOf(operation.responses, status);
  const isDocumented = own ?? refusals[status];
  if (contentType === undefined || isDocumented)
    return check(operation, new Answer(status, body, answer.headers));
  if (!isProblemDetails(body, status))
    throw new TypeError("The body is not a problem of RFC 9457.");
  return answer;
}

function withHeaders(
  { status, body, headers, contentType }: ProblemResponse,
  further: Readonly<Record<string, string>>,
): Answer {
  return new Answer(status, body, { ...further, ...headers }, contentType);
}

/** RFC 9110, section 15.5.6: a 405 lists the allowed methods. */
function allowed(problem: Problem): Record<string, string> {
  return problem.kind === "method-not-allowed" ? { Allow: problem.allow.join(", ") } : {};
}

function detailOf(error: unknown): string {
  if (error instanceof ProblemError && error.problem.kind === "invalid-response")
    return error.problem.detail;
  return error instanceof Error ? error.message : String(error);
}

/** People read errors, logs contain them, and a small request must not cause a large answer. */
const maxAnswerBytes = 32 * 1024;

/** Asks `errorHandler` for an answer, with fewer faults while it is too long. Throws if it stays too long. */
export async function answerWithinLimits(
  problem: Problem,
  errorHandler: MalformedOptions["errorHandler"],
): Promise<ProblemResponse> {
  const answer = await errorHandler(problem);
  const bytes = answer.body === undefined ? 0 : Buffer.byteLength(JSON.stringify(answer.body));
  if (bytes <= maxAnswerBytes) return { status: statusOf(problem), ...answer };
  if (problem.kind !== "invalid-request" || problem.faults.length < 2)
    throw new RangeError(
      `The answer to ${problem.kind} has ${bytes} bytes; ${maxAnswerBytes} are allowed.`,
    );
  const faults = problem.faults.slice(0, problem.faults.length / 2);
  const omittedFaults = problem.omittedFaults + problem.faults.length - faults.length;
  return answerWithinLimits({ ...problem, faults, omittedFaults }, errorHandler);
}
