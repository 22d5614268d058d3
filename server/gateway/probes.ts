import { setTimeout as wait } from "node:timers/promises";
import { Router, type Router as ExpressRouter } from "express";
import type { Gateway } from "./domain/gateway.ts";
import type { Metrics } from "./metrics.ts";

/** What those who run the gateway ask of. */
export interface ProbeDeps {
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
}

/** Long enough for a busy disk, and shorter than the 5 s that load balancers usually wait for a probe. */
const PING_TIMEOUT_MS = 2000;

/** Answers `/healthz`, whether requests can be served, and `/metrics`. */
export function createProbes({ gateway, metrics, ping }: ProbeDeps): ExpressRouter {
  const router = Router();
  router.get("/healthz", async (_request, response) => {
    const healthy = await answersInTime(ping);
    response
      .status(healthy ? 200 : 503)
      .json({ status: healthy ? "ok" : "the database does not answer" });
  });
  router.get("/metrics", async (_request, response) => {
    const backlog = await gateway.store.deliveries.backlog().catch(() => undefined);
    const text = await metrics.text(backlog, gateway.clock.now());
    response.type("text/plain; version=0.0.4").send(text);
  });
  return router;
}

async function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  const late = new AbortController();
  const options = { signal: late.signal };
  try {
    return await Promise.race([ping().then(() => true), wait(PING_TIMEOUT_MS, false, options)]);
  } catch {
    return false;
  } finally {
    late.abort();
  }
}
