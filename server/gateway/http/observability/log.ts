import { pino, type DestinationStream, type LevelWithSilent, type Logger } from "pino";
import { printable } from "@contract-toolkit/contract";
import type { ResponseInfo } from "@contract-toolkit/skeleton";
import type { Disagreement } from "@contract-toolkit/openapi-validator-engine";
import type { Context } from "../context.ts";
import type { BankCall } from "../../bank/guard.ts";
import type { LeasedDelivery } from "../../domain/outbox/delivery.ts";
import { DomainError } from "../../domain/errors.ts";
import type { PageResponse } from "../pages/index.ts";
import { OperatorError } from "../../platform/operator-error.ts";
import { currentRequest, currentRequestId } from "../../platform/concurrency/current-work.ts";
import { ForcedError } from "../sandbox/forced-outcome.ts";
import type { AttemptResult } from "../../callbacks/attempt.ts";

/** Makes the log. It has one JSON object per line and is written to standard output by default. */
export function createLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, base: null };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs the outcome of a request. Content, header values and paths are not logged, because they may be confidential. */
export function logResponse(log: Logger, info: Omit<ResponseInfo<Context>, "request">): void {
  const { operation, context, problem, status, durationMs, undocumented } = info;
  const entry = {
    ...currentRequest(),
    operation: operation?.id,
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    partner: context?.partner.code,
    problem: problem?.kind,
    ...(undocumented !== undefined && { undocumented: printable(undocumented) }),
  };
  if (problem?.kind === "invalid-response")
    log.error({ ...entry, detail: printable(problem.detail) }, "response breaks contract");
  else if (status === CLIENT_GONE) log.info(entry, "client gone");
  else if (problem?.kind === "thrown") logThrown(log, entry, problem.error);
  else log.info(entry, "answered");
}

/** The status of a request whose client closed the connection before the response. */
const CLIENT_GONE = 0;

/** Logs the response to a request outside the contracts, such as a customer's page. */
export function logPage(
  log: Logger,
  { status, error }: Pick<PageResponse, "status" | "error">,
): void {
  const entry = { ...currentRequest(), operation: "page", status };
  if (error === undefined) log.info(entry, "answered");
  else log.error({ ...entry, error: describeLoggedError(error) }, "failed");
}

/** Logs a call of the bank. */
export function logBankCall(log: Logger, { call, about, result, tookMs }: BankCall): void {
  const entry = { ...currentRequest(), ...about, operation: call, result };
  log.info({ ...entry, durationMs: Math.round(tookMs * 1000) / 1000 }, "bank asked");
}

/** Logs an attempt to deliver a callback. */
export function logAttempt(
  log: Logger,
  { id, requestId, subjectId, kind, partnerCode, tries }: LeasedDelivery,
  { outcome, status }: AttemptResult,
): void {
  const entry = {
    requestId,
    ...(kind !== "credit_card.authentication" && { transaction: subjectId }),
    delivery: id,
    event: kind,
    partner: partnerCode,
    attempt: tries + 1,
    outcome,
    status,
  };
  if (outcome === "outside-contract") log.error(entry, "not delivered");
  else log.info(entry, outcome === "acknowledged" ? "delivered" : "not delivered");
}

/** Logs that the two validators disagree about a message. It names only the message and rules of the contract. */
export function logDisagreement(log: Logger, disagreement: Disagreement): void {
  log.error({ requestId: currentRequestId(), ...disagreement }, "validators disagree");
}

/** Logs an error of background work. */
export function logFailure(log: Logger, error: unknown): void {
  const entry = { requestId: currentRequestId(), operation: "background" };
  log.error({ ...entry, error: describeLoggedError(error) }, "failed");
}

function logThrown(log: Logger, entry: object, error: unknown): void {
  if (error instanceof DomainError || error instanceof ForcedError)
    log.info({ ...entry, refusal: error.code }, "refused");
  else log.error({ ...entry, error: describeLoggedError(error) }, "failed");
}

/** The name or code of an error, if it is a word or an SQLSTATE. A bank module may put anything there, even a card number. */
function loggableIdentifier(text: string): string {
  return /^[\w-]{1,64}$/.test(text) && !/\d{6}/.test(text) ? text : "(not shown)";
}

/** Describes an error by its name and stack frames. A message may quote the request, and is shown only of an `OperatorError`. */
function describeLoggedError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = "", cause } = error;
  const trace = stack.slice(stack.indexOf(message) + message.length);
  return {
    name: loggableIdentifier(name),
    ...("code" in error && { code: loggableIdentifier(String(error.code)) }),
    ...(error instanceof OperatorError && { message: printable(message) }),
    at: trace.split("\n").flatMap((line) => STACK_FRAME.exec(line)?.[1] ?? []),
    ...(cause !== undefined && { cause: describeLoggedError(cause) }),
  };
}

const STACK_FRAME = /^ {4}at (.+)$/;
