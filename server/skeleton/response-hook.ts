import type { ServerResponse } from "node:http";
import { format } from "node:util";
import { logText, printable } from "@contract-toolkit/contract/messages";
import { isPromised } from "./maybe-async.ts";
import type { ResponseInfo, RouterOptions } from "./options.ts";
import { problemDetails } from "./responses/problem-details.ts";

/**
 * Calls the hook, or writes server errors to the console if there is none. The response has been sent by then, so an error of the
 * hook changes nothing and is written to the console.
 */
export function reportResponse<Context, Request>(
  hooks: Pick<RouterOptions<Context, Request>, "onResponse">,
  answered: ResponseInfo<Context, Request>,
): void {
  if (!hooks.onResponse) {
    writeFailures(answered);
    return;
  }
  try {
    const result = hooks.onResponse(answered);
    // Query builders run when they are awaited.
    if (isPromised(result)) Promise.resolve(result).catch(writeHookFailure);
  } catch (error) {
    writeHookFailure(error);
  }
}

/** A server that answers 500 reports the reason even without a hook. */
function writeFailures<Context, Request>(answered: ResponseInfo<Context, Request>): void {
  const { method, path, problem, undocumented } = answered;
  if (problem && problemDetails(problem).status >= 500)
    writeConsoleError(
      `${method} ${printable(path)}:`,
      problem.kind === "thrown" ? problem.error : problem,
    );
  if (undocumented !== undefined)
    writeConsoleError(
      `${method} ${printable(path)}: answered by a bare status, since ${undocumented}. An errorHandler gives the documented body.`,
    );
}

function writeHookFailure(error: unknown): void {
  writeConsoleError("The hook onResponse has failed:", error);
}

/** Errors may quote what a client sent. */
function writeConsoleError(...parts: readonly unknown[]): void {
  console.error(logText(format(...parts)));
}

/** The last resort if not even a status can be written. */
export function giveUp(response: ServerResponse, error: unknown): void {
  writeConsoleError("A response could not be written:", error);
  response.destroy();
}
