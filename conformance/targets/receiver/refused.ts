import type { Finding } from "../../verdict.ts";
import { show } from "./send-to-receiver.ts";

/** What is wrong with the answer to a message that has to be refused, if anything. */
export function unrefused(what: string, status: number | undefined): Finding | undefined {
  if (status !== undefined && status < 400)
    return { message: `${what} was accepted with ${show(status)}` };
  return status === undefined || status >= 500
    ? { message: `${what}: expected 4xx, found ${show(status)}` }
    : undefined;
}
