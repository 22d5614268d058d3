import type { IncomingMessage } from "node:http";
import { documentedOf, type Operation } from "@contract-toolkit/contract/messages";
import { PreparedResponse } from "./response.ts";
import type { CheckResponse } from "./check-response.ts";
import { isProblemDetails } from "./problem-details.ts";
import { writeResponse } from "./write-response.ts";
import type { Exchange } from "../exchange.ts";
import type { MalformedOptions } from "../http-server/parser-errors.ts";
import type { ProblemResponseWithStatus, ResponseInfo } from "../options.ts";
import { type Problem, ProblemError, statusOf } from "../problem.ts";

interface RefusalOptions extends MalformedOptions {
  readonly check: CheckResponse;
}

/** Sends the response to a problem. If no valid response can be made, only its status is sent. */
export async function refuseRequest<Context, Request extends IncomingMessage>(
  exchange: Exchange<Context, Request>,
  problem: Problem,
  options: RefusalOptions,
): Promise<ResponseInfo<Context, Request>> {
  const headers = allowed(problem);
  try {
    const meant = await respondWithinLimits(problem, options.errorHandler);
    const response = await checkProblem(exchange.operation, withHeaders(meant, headers), options);
    exchange.refusal = response;
    void writeResponse(exchange, response);
    return exchange.outcome(response.status, problem);
  } catch (error) {
    const status = statusOf(problem);
    void writeResponse(exchange, new PreparedResponse(status, undefined, headers));
    return exchange.outcome(status, problem, describeResponseError(error));
  }
}

/** The contract judges a documented response. An undocumented problem of RFC 9457 is judged by the RFC. */
function checkProblem(
  operation: Operation | undefined,
  response: PreparedResponse,
  { check, refusals }: RefusalOptions,
): PreparedResponse | Promise<PreparedResponse> {
  const { status, body, contentType } = response;
  const own = operation && documentedOf(operation.responses, status);
  const isDocumented = own ?? refusals[status];
  if (contentType === undefined || isDocumented)
    return check(operation, new PreparedResponse(status, body, response.headers));
  if (!isProblemDetails(body, status))
    throw new TypeError("The body is not a problem of RFC 9457.");
  return response;
}

function withHeaders(
  { status, body, headers, contentType }: ProblemResponseWithStatus,
  further: Readonly<Record<string, string>>,
): PreparedResponse {
  return new PreparedResponse(status, body, { ...further, ...headers }, contentType);
}

/** RFC 9110, section 15.5.6: a 405 lists the allowed methods. */
function allowed(problem: Problem): Record<string, string> {
  return problem.kind === "method-not-allowed" ? { Allow: problem.allow.join(", ") } : {};
}

function describeResponseError(error: unknown): string {
  if (error instanceof ProblemError && error.problem.kind === "invalid-response")
    return error.problem.detail;
  return error instanceof Error ? error.message : String(error);
}

/** People read errors, logs contain them, and a small request must not cause a large response. */
const maxResponseBytes = 32 * 1024;

/** Asks `errorHandler` for a response, with fewer violations while it is too long. Throws if it stays too long. */
export async function respondWithinLimits(
  problem: Problem,
  errorHandler: MalformedOptions["errorHandler"],
): Promise<ProblemResponseWithStatus> {
  const response = await errorHandler(problem);
  const bytes = response.body === undefined ? 0 : Buffer.byteLength(JSON.stringify(response.body));
  if (bytes <= maxResponseBytes) return { status: statusOf(problem), ...response };
  if (problem.kind !== "invalid-request" || problem.violations.length < 2)
    throw new RangeError(
      `The response to ${problem.kind} has ${bytes} bytes; ${maxResponseBytes} are allowed.`,
    );
  const violations = problem.violations.slice(0, problem.violations.length / 2);
  const omittedViolations =
    problem.omittedViolations + problem.violations.length - violations.length;
  return respondWithinLimits({ ...problem, violations, omittedViolations }, errorHandler);
}
