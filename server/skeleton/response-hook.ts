import type { ServerResponse } from "node:http";
import { format } from "node:util";
import { logText, printable } from "@contract-toolkit/kernel/messages";
import type { ResponseInfo, RouterOptions } from "./options.ts";
import { problemDetails } from "./answers/problem-details.ts";

/**
 * Tells the hook what became of a request, or writes failures to the console where there is none. The answer is on its way
 * by then: what the hook throws, or rejects with, is written to the console and changes nothing.
 */
export function report<Context, Request>(
  hooks: Pick<RouterOptions<Context, Request>, "onResponse">,
  answered: ResponseInfo<Context, Request>,
): void {
  if (!hooks.onResponse) {
    writeFailures(answered);
    return;
  }
  try {
    const told = hooks.onResponse(answered);
    if (told instanceof Promise) told.catch(writeHookFailure);
  } catch (error) {
    writeHookFailure(error);
  }
}

/** A server that answers 500 says why, even if nobody asked. */
function writeFailures<Context, Request>(answered: ResponseInfo<Context, Request>): void {
  const { method, path, problem, undocumented } = answered;
  if (problem && problemDetails(problem).status >= 500)
    write(`${method} ${printable(path)}:`, problem.kind === "thrown" ? problem.error : problem);
  if (undocumented !== undefined)
    write(`${method} ${printable(path)}: answered by a bare status, since ${undocumented}`);
}

function writeHookFailure(error: unknown): void {
  write("The hook onResponse has failed:", error);
}

/** An error may quote what a client has sent. */
function write(...parts: readonly unknown[]): void {
  console.error(logText(format(...parts)));
}

/** What is left to do when even a bare status cannot be written. */
export function giveUp(response: ServerResponse, error: unknown): void {
  write("An answer could not be written:", error);
  response.destroy();
}
