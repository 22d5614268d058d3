import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Logger } from "pino";
import { stringify } from "yaml";
import { contract } from "../../../generated/gateway/index.ts";
import { contract as sandboxContract } from "../../../generated/sandbox/index.ts";
import type { Operations as SandboxOperations } from "../../../generated/sandbox/operations.js";
import {
  type ResponseInfo,
  type CorsOptions,
  createContractRouter,
  type HandlerResponse,
} from "@contract-toolkit/skeleton";
import { createConsole, unknownPage } from "./console/index.ts";
import { createInbox } from "./console/inbox.ts";
import type { SentCallbacks } from "./console/sent-callbacks.ts";
import { createInspector, isRecorded, recordPages } from "./console/inspector.ts";
import { createBusinessChecks } from "./business-checks.ts";
import { createAuthentication } from "./authentication/partner-authentication.ts";
import type { Context, SandboxContext } from "./context.ts";
import type { Engines } from "./engines.ts";
import { respondWithError, respondToProblem, clientErrorStatus } from "./error-responses.ts";
import { handlers } from "./handlers/index.ts";
import { sandboxHandlers } from "./handlers/sandbox/index.ts";
import type { Links } from "./pages/links.ts";
import { logResponse, logPage } from "./observability/log.ts";
import type { SandboxClock } from "./sandbox/clock.ts";
import { createPages, type PagesDeps } from "./pages/index.ts";
import { createProbes, type ProbeDeps } from "./observability/probes.ts";
import { withRequestId } from "../platform/concurrency/current-work.ts";
import { nameSpan } from "../platform/tracing.ts";
import { createReferencePages } from "./reference-pages.ts";
import {
  createSpecPositions,
  generatedPath,
  readServedDocument,
  readSchemas,
} from "./generated-documents.ts";
import { SCENARIO_HEADER, withBadConnection } from "./sandbox/forced-outcome.ts";
import { spoilt } from "./sandbox/spoilt-response.ts";

/** Dependencies of the Express application. */
export interface AppDeps extends ProbeDeps, Pick<PagesDeps, "testCards"> {
  /** Present in a sandbox only. */
  readonly sandboxClock: SandboxClock | undefined;
  readonly links: Links;
  readonly engines: Engines;
  /** Whether the gateway listens on a loopback address. */
  readonly isLocal: boolean;
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal;
  /** The callbacks that were sent, which a sandbox shows. */
  readonly sentCallbacks: SentCallbacks;
  readonly log: Logger;
}

/** Makes the Express application: first the paths beside the contracts, then the contract of the gateway, which refuses all other paths. */
export function createApp(deps: AppDeps): Express {
  const { gateway, sandboxClock: clock, links, engines, metrics, log } = deps;
  const sandbox = clock !== undefined;
  const authenticate = createAuthentication({ gateway, links, sandbox });
  const recorder = sandbox ? createInspector(deps.isLocal) : undefined;
  const recordOf = {
    gateway: recorder?.of(readSchemas("gateway")),
    sandbox: recorder?.of(readSchemas("sandbox")),
  };
  const commonOf = (service: "gateway" | "sandbox") => {
    const record = recordOf[service];
    return {
      errorHandler: respondToProblem,
      ...(sandbox && {
        cors: sandboxCors,
        onSend: (reply: HandlerResponse, { context }: { readonly context: Context }) =>
          spoilt(reply, context.scenario.spoil),
      }),
      onResponse(info: ResponseInfo<Context>) {
        nameSpan(info.operation?.id ?? "none", {
          "gateway.partner": info.context?.partner.code,
        });
        metrics.countRequest(info);
        logResponse(log, info);
        if (record && isRecorded(info)) record(info, info.context?.partner.code);
      },
    };
  };

  const app = express();
  app.disable("x-powered-by");
  app.use("/docs", createReferencePages(sandbox, links.publicUrl));
  app.get("/openapi.json", (_request, response) => {
    // With an absolute path, Express does not find files below a folder whose name begins with a dot.
    response.sendFile(DOCUMENT, { root: generatedPath("gateway") });
  });
  app.get("/openapi.yaml", (_request, response) => {
    response.type("application/yaml").send(documentAsYaml());
  });
  app.use(withoutCaching);
  app.use(createProbes(deps));
  app.use(withRequestId);
  if (clock !== undefined && recorder !== undefined) {
    const inbox = createInbox();
    app.use(createConsole({ ...deps, inbox, publicUrl: links.publicUrl }));
    app.use((_request, _response, next) => {
      // Without its database, a request fails later with an error of the contract.
      void clock
        .follow()
        .catch(() => undefined)
        .then(() => {
          next();
        });
    });
    app.use(withBadConnection);
    const router = createContractRouter<SandboxOperations, SandboxContext>(
      sandboxContract,
      sandboxHandlers,
      {
        ...commonOf("sandbox"),
        engine: engines.sandbox,
        positionOf: createSpecPositions("sandbox"),
        authenticate: async (arrival) => ({
          ...(await authenticate(arrival)),
          clock,
          recorder,
          sentCallbacks: deps.sentCallbacks,
          inbox,
          closing: deps.closing,
        }),
        beforeHandler: createBusinessChecks(engines.sandbox, readServedDocument("sandbox")),
        notFound: "next",
      },
    );
    app.use(router);
  }
  if (recordOf.gateway) app.use("/pay", recordPages(recordOf.gateway));
  app.use(
    "/pay",
    createPages({
      gateway,
      links,
      sandbox,
      testCards: deps.testCards,
      onResponse(page) {
        metrics.countPage(page);
        logPage(log, page);
      },
    }),
  );
  const engine = engines.gateway;
  const beforeHandler = createBusinessChecks(engine, readServedDocument("gateway"));
  const positionOf = createSpecPositions("gateway");
  const options = { ...commonOf("gateway"), engine, positionOf, authenticate, beforeHandler };
  if (sandbox)
    // Browsers get a page for an unknown path, everyone else the refusal of the contract.
    app.use(
      createContractRouter(contract, handlers, { ...options, notFound: "next" }),
      unknownPage,
    );
  app.use(createContractRouter(contract, handlers, options));
  // Otherwise Express would answer with the stack trace of the error.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const status = clientErrorStatus(error);
    if (status === undefined) logPage(log, { status: 500, error });
    if (response.headersSent) {
      next(error);
      return;
    }
    const result = respondWithError(status ?? 500);
    response.status(result.status).json(result.body);
  });
  return app;
}

/** Everything except public documents is for one client only and must not be stored (RFC 9111, section 5.2.2.5). */
function withoutCaching(_request: Request, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "no-store");
  next();
}

/** Pages of any origin may use a sandbox, because its credentials are not cookies. */
const sandboxCors: CorsOptions = { origins: "*", requestHeaders: [SCENARIO_HEADER] };

const DOCUMENT = "openapi.json";

/** Made at the first request. */
let yaml: string | undefined;

function documentAsYaml(): string {
  yaml ??= stringify(readServedDocument("gateway"), { aliasDuplicateObjects: false });
  return yaml;
}
