import { type Response, Router, type Router as ExpressRouter } from "express";
import type { Gateway } from "../domain/dependencies.ts";
import { answerError } from "../http/error-answers.ts";
import type { Metrics } from "./metrics.ts";
import { isSameText } from "../security/constant-time.ts";
import { NotWritable } from "../storage/open.ts";
import { endsWithin } from "../within-time.ts";

/** Dependencies of the probes. */
export interface ProbeDeps {
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  /** Rejects when a restart may help. */
  readonly checkAlive: () => Promise<void>;
  /** Rejects with NotWritable when nothing can be written. */
  readonly checkWritable: () => Promise<void>;
  /** Aborted when the gateway begins to stop. */
  readonly stopping: AbortSignal;
}

/** Who may read `/metrics`: anyone, nobody (the path does not exist), or clients that send the token as `Authorization: Bearer`. */
export type MetricsAccess = "anyone" | "nobody" | { readonly token: string };

/** Long enough for a busy disk, and shorter than the usual 5 s of a load balancer. */
const CHECK_TIMEOUT_MS = 2000;

/** Serves `/healthz`: the process is alive; `/readyz`: it takes requests and can write; and `/metrics`. */
export function createProbes(deps: ProbeDeps): ExpressRouter {
  const { gateway, metrics, metricsAccess, stopping } = deps;
  const router = Router();
  router.get("/healthz", async (_request, response) => {
    report(response, await problemOf(deps.checkAlive()));
  });
  router.get("/readyz", async (_request, response) => {
    const problem = stopping.aborted
      ? "the gateway is stopping"
      : await problemOf(deps.checkWritable());
    report(response, problem);
  });
  if (metricsAccess === "nobody") return router;
  router.get("/metrics", async (request, response) => {
    if (metricsAccess !== "anyone" && !bears(request.headers.authorization, metricsAccess.token)) {
      const { status, body } = answerError(401);
      response.status(status).set("WWW-Authenticate", "Bearer").json(body);
      return;
    }
    const backlog = await gateway.store.deliveries.backlog().catch(() => undefined);
    const text = await metrics.text(backlog, gateway.clock.now());
    response.type("text/plain; version=0.0.4").send(text);
  });
  return router;
}

function report(response: Response, problem: string | undefined): void {
  response.status(problem === undefined ? 200 : 503).json({ status: problem ?? "ok" });
}

/** Why a check failed. Other messages than that of NotWritable may be confidential. */
async function problemOf(check: Promise<void>): Promise<string | undefined> {
  try {
    return (await endsWithin(CHECK_TIMEOUT_MS, check)) ? undefined : NO_RESPONSE;
  } catch (error) {
    return error instanceof NotWritable ? error.message : NO_RESPONSE;
  }
}

const NO_RESPONSE = "the database does not answer";

function bears(authorization: string | undefined, token: string): boolean {
  const [, received = ""] = /^Bearer +(\S*)$/i.exec(authorization ?? "") ?? [];
  return isSameText(token, received);
}
