import { setTimeout as pause } from "node:timers/promises";
import { isObject, readText, parseJson } from "@contract-toolkit/contract";
import { compareJson } from "../../json-comparison/compare.ts";
import type { Acted, Provider } from "../../provider.ts";
import { ConformanceError } from "../../errors.ts";
import { describeDifference, type Finding } from "../../verdict.ts";
import { MOST_BYTES, PATIENCE_MS } from "../send.ts";

export interface Expected {
  readonly times: 0 | 1;
  /** Content of the message, if all of it is documented. The receiver must know it then. */
  readonly content?: unknown;
}

/** Asks a receiver how often it acted on a message. It is asked repeatedly, because it may act after its response. */
export async function actedFindings(
  acted: Provider["acted"],
  id: string,
  expected: Expected,
): Promise<Finding[]> {
  let reported: Acted | undefined;
  for (const waitMs of WAITS_MS) {
    await pause(waitMs);
    reported = await acted?.(id);
    if (reported === undefined) return [];
    if (reported.times >= expected.times) break;
  }
  if (reported === undefined) return [];
  const { times, content } = reported;
  if (times !== expected.times) {
    const how = expected.times === 0 ? "must not be acted on" : "must be acted on once";
    return [{ message: `it ${how}, the receiver says ${times} times` }];
  }
  return content === undefined || expected.content === undefined
    ? []
    : compareJson(expected.content, content)
        .slice(0, 1)
        .map((difference) => describeDifference("what the receiver read: ", difference));
}

/** A queue is usually empty within a second. A busy one gets more time. */
const WAITS_MS = [0, 50, 200, 1000, 3000];

/** Asks a receiver at a URL how often it acted on the message with an id. */
export async function askActed(at: URL, id: string): Promise<Acted> {
  const url = new URL(at);
  url.searchParams.set("id", id);
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const reported = response.ok
    ? parseJson((await readText(response, MOST_BYTES)) ?? "")
    : undefined;
  if (!isObject(reported) || typeof reported["acted"] !== "number")
    throw new ConformanceError(
      "target-fault",
      `${at.href} does not report how often the receiver acted`,
    );
  return { times: reported["acted"], ...("data" in reported && { content: reported["data"] }) };
}
