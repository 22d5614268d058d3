import type { IncomingHttpHeaders } from "node:http";

/** The header by which a sandbox is asked to answer an error that is hard to bring about. */
export const SCENARIO_HEADER = "x-sandbox-scenario";

/** An error that was asked for, not met with. */
export class ForcedError extends Error {
  readonly code = "forced";
  readonly errorCode: number;

  constructor(errorCode: number) {
    super(`The sandbox was asked for error ${String(errorCode)}.`);
    this.errorCode = errorCode;
  }
}

/** The error code that a request asks for; undefined when it asks for none. */
export function scenarioOf(headers: IncomingHttpHeaders): number | undefined {
  const value = headers[SCENARIO_HEADER];
  return typeof value === "string" && /^\d{1,3}$/.test(value)
    ? Number(value)
    : undefined;
}
