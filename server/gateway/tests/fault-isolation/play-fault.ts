import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { startSink } from "../../testing/callback-sink.ts";
import { callGateway } from "../../testing/call-gateway.ts";
import { makeGatewayCluster } from "../../testing/gateway-cluster.ts";
import { CALLBACK, makeBystander, type Timings } from "./bystander.ts";
import { auditOf } from "../../testing/audit.ts";
import { faultyWorld } from "./faulty-sources.ts";
import type { Fault } from "./faults.ts";
import { quantile } from "../../testing/quantile.ts";
import { takeTestDatabase } from "../../testing/open-gateway.ts";

/** The size of a fault, and the number of visits during it. */
export interface Extent {
  readonly count: number;
  readonly visits: number;
}

/** By how much the median times of the bystander grew, in milliseconds. */
interface Noticed {
  readonly slowestRequest: { readonly name: string; readonly laterMs: number };
  readonly callbackLaterMs: number;
}

const REQUEST_LATER_MS = 100;
const CALLBACK_LATER_MS = 1000;

/** The duration of a fault that affects everyone. It exceeds every lock and timer of the test. */
const FAULT_MS = 2000;

const EIGHT_DAYS_S = 691_200;

/**
 * Plays a fault and checks that other partners are served as before, timed work is done, the gateway stops in time and
 * the audit finds nothing.
 */
export async function playFault(fault: Fault, { count, visits }: Extent): Promise<Noticed> {
  await using sink = await startSink();
  await using cluster = await makeGatewayCluster(await takeTestDatabase());
  const gateway = await cluster.start({
    LOG_LEVEL: "silent",
    ...faultyWorld,
    ...fault.environment,
  });
  const bystander = await makeBystander(gateway, sink);
  const visit = () => repeated(visits, () => bystander.visit());
  await bystander.visit();
  const before = await visit();
  const records = await bystander.leaveRecords();

  const ends = new AsyncDisposableStack();
  let after: readonly Timings[];
  try {
    await fault.begin({ gateway, cluster, count, ends });
    if (fault.concerns === "everyone") {
      await Promise.allSettled([bystander.visit(), wait(FAULT_MS)]);
      await ends.disposeAsync();
    }
    after = await visit();
    const call = callGateway(gateway.url, gateway.token);
    await call("POST", "/sandbox/clock/advance", { seconds: EIGHT_DAYS_S });
    await records.requireChanged();
    // It ends itself with 1 if it does not stop in time.
    expect(await gateway.end("SIGTERM")).toBe(0);
    expect(await auditOf(cluster)).toMatchObject({ findings: [] });
    return compare(before, after);
  } finally {
    await gateway.end("SIGKILL");
    await ends.disposeAsync();
  }
}

/** Checks the times against the limits above. */
export function requireUnnoticed({ slowestRequest, callbackLaterMs }: Noticed): void {
  expect(slowestRequest.laterMs, slowestRequest.name).toBeLessThan(REQUEST_LATER_MS);
  expect(callbackLaterMs).toBeLessThan(CALLBACK_LATER_MS);
}

function compare(before: readonly Timings[], after: readonly Timings[]): Noticed {
  const laterOf = (name: string) => medianOf(after, name) - medianOf(before, name);
  const requests = [...(after[0]?.keys() ?? [])].filter((name) => name !== CALLBACK);
  return {
    slowestRequest: requests
      .map((name) => ({ name, laterMs: laterOf(name) }))
      .reduce((worst, item) => (item.laterMs > worst.laterMs ? item : worst)),
    callbackLaterMs: laterOf(CALLBACK),
  };
}

function medianOf(visits: readonly Timings[], name: string): number {
  return quantile(
    visits.map((timings) => timings.get(name) ?? Infinity),
    0.5,
  );
}

async function repeated<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < times; at += 1) results.push(await work());
  return results;
}
