import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** The header by which a sandbox is asked to answer an error that is hard to bring about, to wait, or to hang up. */
export const SCENARIO_HEADER = "x-sandbox-scenario";

/** An error that was asked for, not met with. */
export class ForcedError extends Error {
  readonly code = "forced";
  readonly errorCode: number;

  constructor(errorCode: number) {
    super(`The sandbox was asked for error ${errorCode}.`);
    this.errorCode = errorCode;
  }
}

/** The error code that a request asks for; undefined when it asks for none. */
export function scenarioOf(headers: IncomingHttpHeaders): number | undefined {
  const value = headers[SCENARIO_HEADER];
  return typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : undefined;
}

/** Makes the connection as bad as the request asks for: `delay:<ms>`, `drop-before` and `drop-after` its work is done. */
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
    if (value === "drop-after") dropAnswer(response);
    next();
  }
}

// Longer than the time any client waits by default.
const LONGEST_DELAY_MS = 60_000;

/** Hangs up in place of the first byte of the answer. */
function dropAnswer(response: ServerResponse): void {
  // What is still written to it afterwards is lost, as it is meant to be.
  response.on("error", () => undefined);
  response.writeHead = () => {
    response.destroy();
    return response;
  };
}
