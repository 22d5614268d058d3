import { type Response, Router, type Router as ExpressRouter } from "express";
import type { Gateway } from "../../domain/dependencies.ts";
import { respondWithError } from "../error-responses.ts";
import { OperatorError, type OperatorErrorCode } from "../../platform/operator-error.ts";
import type { Storage } from "../../storage/open.ts";
import type { Metrics } from "./metrics.ts";
import { isSameText } from "../../platform/security/constant-time.ts";
import { TimeLimitError, withinTime } from "../../platform/concurrency/within-time.ts";

/** Dependencies of the probes. */
export interface ProbeDeps {
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  /** Rejects when a restart may help. */
  readonly checkAlive: () => Promise<void>;
  /** Rejects when nothing can be written. */
  readonly checkWritable: () => Promise<void>;
  readonly connectionUse: Storage["connectionUse"];
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
    sendHealth(response, await checkReadiness(deps.checkAlive));
  });
  router.get("/readyz", async (_request, response) => {
    sendHealth(response, stopping.aborted ? "stopping" : await checkReadiness(deps.checkWritable));
  });
  if (metricsAccess === "nobody") return router;
  router.get("/metrics", async (request, response) => {
    if (metricsAccess !== "anyone" && !bears(request.headers.authorization, metricsAccess.token)) {
      const { status, body } = respondWithError(401);
      response.status(status).set("WWW-Authenticate", "Bearer").json(body);
      return;
    }
    const backlog = await gateway.store.deliveries.backlog().catch(() => undefined);
    const text = await metrics.text(
      { backlog, connections: deps.connectionUse?.() },
      gateway.clock.now(),
    );
    response.type("text/plain; version=0.0.4").send(text);
  });
  return router;
}

function sendHealth(response: Response, problem: string | undefined): void {
  response.status(problem === undefined ? 200 : 503).json({ status: problem ?? "ok" });
}

/** The kind of failure of a check. The log has more. */
async function checkReadiness(
  check: () => Promise<void>,
): Promise<OperatorErrorCode | "timeout" | undefined> {
  try {
    await withinTime(CHECK_TIMEOUT_MS, check);
    return undefined;
  } catch (error) {
    if (error instanceof TimeLimitError) return "timeout";
    return error instanceof OperatorError ? error.code : "database-unreachable";
  }
}

function bears(authorization: string | undefined, token: string): boolean {
  const [, received = ""] = /^Bearer +(\S*)$/i.exec(authorization ?? "") ?? [];
  return isSameText(token, received);
}
