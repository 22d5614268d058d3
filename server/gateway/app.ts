import { fileURLToPath } from "node:url";
import express, { type Express } from "express";
import type { Logger } from "pino";
import { contract } from "../../generated/gateway/index.ts";
import { contract as sandboxContract } from "../../generated/sandbox/index.ts";
import type { Operations as SandboxOperations } from "../../generated/sandbox/operations.ts";
import {
  type Answered,
  compiledEngine,
  createContractRouter,
} from "../skeleton/index.ts";
import { createAdmission } from "./admission.ts";
import { createAuthentication } from "./authentication.ts";
import type { Context, SandboxContext } from "./context.ts";
import { answerProblem } from "./errors.ts";
import { handlers } from "./handlers/index.ts";
import { sandboxHandlers } from "./handlers/sandbox/index.ts";
import { logAnswered } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import type { OpenGateway } from "./open.ts";
import { withRequestId } from "./request-id.ts";

/** What the HTTP side is built on. */
export interface AppDeps extends Pick<OpenGateway, "gateway" | "sandboxClock"> {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly log: Logger;
}

/** Puts the contracts on the gateway: the paths beside them first, and whatever is left is the gateway contract's to answer or refuse. */
export function createApp({
  gateway,
  sandboxClock: clock,
  publicUrl,
  log,
}: AppDeps): Express {
  const metrics = createMetrics();
  const sandbox = clock !== undefined;
  const authenticate = createAuthentication({ gateway, publicUrl, sandbox });
  const common = {
    errors: answerProblem,
    onAnswered(answered: Answered<Context>) {
      metrics.count(answered);
      logAnswered(log, answered);
    },
  };

  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  app.get("/metrics", (_request, response) => {
    response.type("text/plain; version=0.0.4").send(metrics.text());
  });
  app.get("/docs", (_request, response) => {
    response.set("Content-Security-Policy", DOCS_POLICY).sendFile(reference);
  });
  app.use(withRequestId);
  if (clock !== undefined) {
    const engine = compiledEngine(sandboxContract);
    const router = createContractRouter<SandboxOperations, SandboxContext>(
      sandboxContract,
      sandboxHandlers,
      {
        ...common,
        engine,
        authenticate: async (arrival) => ({
          ...(await authenticate(arrival)),
          clock,
        }),
        admit: createAdmission(engine),
      },
    );
    app.use("/sandbox", router);
  }
  const engine = compiledEngine(contract);
  const admit = createAdmission(engine);
  const options = { ...common, engine, authenticate, admit };
  app.use(createContractRouter(contract, handlers, options));
  return app;
}

const reference = fileURLToPath(
  new URL("../../generated/gateway/reference.html", import.meta.url),
);

// The page is one file that loads nothing.
const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
