import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract } from "@contract-toolkit/contract";
import { SkeletonError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { take, type Later } from "./maybe-async.ts";
import type { ResponseInfo, RouterOptions } from "./options.ts";
import { sendOriginal } from "./pass-on.ts";
import { type Problem, ProblemError } from "./problem.ts";
import { defaultIdleTimeoutMs } from "./requests/limits.ts";
import { giveUp, reportResponse } from "./response-hook.ts";
import type { CheckResponse } from "./responses/check-response.ts";
import { problemDetails } from "./responses/problem-details.ts";
import { refuseRequest } from "./responses/response-problem.ts";
import { writeResponse } from "./responses/write-response.ts";
import { discard } from "./responses/write-stream.ts";

/** Sends and reports how a request ends: with its result, with the response of the application, or with a refusal. */
export function createResponder<Context, Request extends IncomingMessage>(
  { refusals }: Pick<Contract, "refusals">,
  check: CheckResponse,
  options: RouterOptions<Context, Request>,
  record?: (answered: ResponseInfo<Context, Request>) => void,
) {
  const refusal = {
    check,
    errorHandler: (problem: Problem) =>
      options.errorHandler ? options.errorHandler(problem) : problemDetails(problem),
    refusals,
  };
  const streams = { check, idleTimeoutMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs };
  return { sendResult, sendOriginal: sendOriginalResponse, fail };

  function sendResult(exchange: Exchange<Context, Request>): Later {
    const { response, result } = exchange;
    if (response.headersSent) {
      discard(result.body);
      reportOutcome(exchange.outcome(response.statusCode, answeredElsewhere));
      return undefined;
    }
    return take(writeResponse(exchange, result, streams), (problem) => {
      reportOutcome(exchange.outcome(result.status, problem));
    });
  }

  function sendOriginalResponse(exchange: Exchange<Context, Request>): undefined {
    const { response, original } = exchange;
    if (!original) return;
    sendOriginal(response, original);
    reportOutcome(exchange.outcome(original.status));
  }

  function fail(exchange: Exchange<Context, Request>, error: unknown): void {
    respondToFailure(exchange, error).catch((reason: unknown) => {
      giveUp(exchange.response, reason);
    });
  }

  async function respondToFailure(
    exchange: Exchange<Context, Request>,
    error: unknown,
  ): Promise<void> {
    const answered = await respondToError(exchange, error);
    discard(answered.reply?.body);
    reportOutcome(answered);
  }

  async function respondToError(
    exchange: Exchange<Context, Request>,
    error: unknown,
  ): Promise<ResponseInfo<Context, Request>> {
    const { response } = exchange;
    if (isClientGone(error, response)) return exchange.outcome(clientGone);
    if (response.headersSent) return exchange.outcome(response.statusCode, answeredElsewhere);
    return refuseRequest(exchange, problemOfError(error), refusal);
  }

  function reportOutcome(answered: ResponseInfo<Context, Request>): void {
    record?.(answered);
    reportResponse(options, answered);
  }
}

/** The reported status if the client left before the response. */
const clientGone = 0;

/** Whether the client left while sending, or a handler stopped at its signal because it had left. */
function isClientGone(error: unknown, response: ServerResponse): boolean {
  const stopped = error instanceof Error && error.name === "AbortError" && response.destroyed;
  return stopped || (error instanceof SkeletonError && error.code === "client-gone");
}

/** Middleware before the router also has the response, and can answer after a time limit. */
const answeredElsewhere: Problem = {
  kind: "invalid-response",
  detail: "something other than the router has answered",
};

function problemOfError(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : { kind: "thrown", error };
}
