import type { OpenApiParameter } from "@contract-toolkit/contract";
import { InvalidInputError } from "../../domain/errors.ts";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isSpoil, spoils, type Spoil } from "./spoilt-response.ts";

/** The request header that forces an outcome in a sandbox: an error, a delay or a closed connection. */
export const SCENARIO_HEADER = "x-sandbox-scenario";

/** An error that a request has forced. */
export class ForcedError extends Error {
  readonly code = "forced";
  readonly errorCode: number;

  constructor(errorCode: number) {
    super(`The request forced the error ${errorCode}.`);
    this.errorCode = errorCode;
  }
}

/** What a request asks of its response. */
export interface Scenario {
  /** The error code that it forces. */
  readonly code?: number | undefined;
  /** The way to spoil the response of the handler. */
  readonly spoil?: Spoil | undefined;
}

/**
 * What a request asks of its response, if anything.
 *
 * @throws InvalidInputError for a value that forces nothing
 */
export function scenarioOf(headers: IncomingHttpHeaders): Scenario {
  const value = headers[SCENARIO_HEADER];
  if (value === undefined) return {};
  const asked = SCENARIO.exec(String(value))?.groups;
  if (!asked)
    throw new InvalidInputError([{ field: "X-Sandbox-Scenario", reason: `must be ${SCENARIOS}` }]);
  const { code, spoil = "" } = asked;
  return {
    code: code === undefined ? undefined : Number(code),
    spoil: isSpoil(spoil) ? spoil : undefined,
  };
}

const SPOILS = Object.keys(spoils);
const SCENARIO = new RegExp(
  `^(?:(?<code>\\d{1,3})|delay:\\d{1,5}|drop-before|drop-after|answer:(?<spoil>${SPOILS.join("|")}))$`,
);
const SCENARIOS = `an error code, delay:<ms>, drop-before, drop-after, or answer: and one of ${SPOILS.join(", ")}`;

/** The header as the reference of a sandbox shows it. */
export const scenarioParameter: OpenApiParameter = {
  name: "X-Sandbox-Scenario",
  in: "header",
  description: `Only in a sandbox: forces the outcome of this request. It is ${SCENARIOS}.`,
  schema: { type: "string", pattern: SCENARIO.source },
};

/** Applies `delay:<ms>`, `drop-before` and `drop-after` to a request. */
export function withBadConnection(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const value = request.headers[SCENARIO_HEADER];
  if (typeof value !== "string") {
    next();
    return;
  }
  const delay = /^delay:(\d{1,5})$/.exec(value)?.[1];
  if (delay !== undefined) {
    const timer = setTimeout(next, Math.min(Number(delay), LONGEST_DELAY_MS));
    response.once("close", () => {
      clearTimeout(timer);
    });
  } else if (value === "drop-before") {
    request.socket.destroy();
  } else {
    if (value === "drop-after") dropResponse(response);
    next();
  }
}

// Longer than the default timeout of any client.
const LONGEST_DELAY_MS = 60_000;

/** Closes the connection instead of sending the response. */
function dropResponse(response: ServerResponse): void {
  // Later writes fail, which is intended.
  response.on("error", () => undefined);
  response.writeHead = () => {
    response.destroy();
    return response;
  };
}
