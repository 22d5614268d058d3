import { pino, type DestinationStream, type Logger } from "pino";
import type { Answered } from "../skeleton/index.ts";
import type { Context } from "./context.ts";
import { isDomainError } from "./domain/errors.ts";
import { currentRequestId } from "./request-id.ts";
import { ForcedError } from "./scenario.ts";
import type { LogLevel } from "./settings.ts";

/** Makes the log: one JSON object a line, on standard output unless told otherwise. */
export function createLog(
  level: LogLevel,
  destination?: DestinationStream,
): Logger {
  const options = { level, base: null };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Logs what became of a request. What may be logged is listed here; content,
 * header values and paths, in which anything can stand, are not.
 */
export function logAnswered(log: Logger, answered: Answered<Context>): void {
  const { operation, context, problem, status, durationMs } = answered;
  const entry = {
    requestId: context?.requestId ?? currentRequestId(),
    operation: operation?.id,
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    partner: context?.partner.code,
    problem: problem?.kind,
  };
  if (problem?.kind === "invalid-response")
    log.error({ ...entry, detail: problem.detail }, "answer breaks contract");
  else if (problem?.kind === "thrown") logThrown(log, entry, problem.error);
  else log.info(entry, "answered");
}

function logThrown(log: Logger, entry: object, error: unknown): void {
  if (isDomainError(error) || error instanceof ForcedError)
    log.info({ ...entry, refusal: error.code }, "refused");
  else log.error({ ...entry, error: describe(error) }, "failed");
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack, cause } = error;
  return {
    name,
    stack,
    ...(cause !== undefined && { cause: describe(cause) }),
  };
}
