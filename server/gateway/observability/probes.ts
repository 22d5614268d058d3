import { Router, type Router as ExpressRouter } from "express";
import type { Gateway } from "../domain/dependencies.ts";
import { answerError } from "../http/error-answers.ts";
import { OperatorError } from "../operator-error.ts";
import type { Metrics } from "./metrics.ts";
import { isSameText } from "../security/constant-time.ts";
import { withinTime } from "../within-time.ts";

/** Dependencies of the probes. */
export interface ProbeDeps {
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
}

/** Who may read `/metrics`: anyone, nobody (the path does not exist), or clients that send the token as `Authorization: Bearer`. */
export type MetricsAccess = "anyone" | "nobody" | { readonly token: string };

/** Long enough for a busy disk, and shorter than the usual 5 s of a load balancer. */
const PING_TIMEOUT_MS = 2000;

/** The status when the database gives no reason. The log has more. */
const SILENT = "the database does not answer";

/** Serves `/healthz`, which reports whether the database answers, and `/metrics`. */
export function createProbes({ gateway, metrics, metricsAccess, ping }: ProbeDeps): ExpressRouter {
  const router = Router();
  router.get("/healthz", async (_request, response) => {
    const status = await withinTime(PING_TIMEOUT_MS, ping).then(
      () => "ok",
      (error: unknown) => (error instanceof OperatorError ? error.code : SILENT),
    );
    response.status(status === "ok" ? 200 : 503).json({ status });
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

function bears(authorization: string | undefined, token: string): boolean {
  const [, received = ""] = /^Bearer +(\S*)$/i.exec(authorization ?? "") ?? [];
  return isSameText(token, received);
}
