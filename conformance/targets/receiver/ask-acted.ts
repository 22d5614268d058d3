import { isObject } from "@contract-toolkit/kernel";
import type { Acted } from "../../provider.ts";
import { TargetFaultError } from "../../target-fault-error.ts";

/** Asks a receiver, which knows its messages by their ids, what it did about one. */
export async function askActed(at: URL, id: string): Promise<Acted> {
  const url = new URL(at);
  url.searchParams.set("id", id);
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const told: unknown = answer.ok ? await answer.json() : undefined;
  if (!isObject(told) || typeof told["acted"] !== "number")
    throw new TargetFaultError(`${at.href} does not tell how often the receiver acted`);
  return { times: told["acted"], ...("data" in told && { content: told["data"] }) };
}

/** Much longer than it takes to look something up. */
const PATIENCE_MS = 10_000;
