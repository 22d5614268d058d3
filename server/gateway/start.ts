import { once } from "node:events";
import type { Server } from "node:http";
import type { Logger } from "pino";
import { contract } from "../../generated/gateway/index.ts";
import { createExpressServer } from "../skeleton/index.ts";
import { createApp } from "./app.ts";
import { guardBank } from "./bank/guard.ts";
import { openBank } from "./bank/module.ts";
import { systemClock } from "./sandbox/clock.ts";
import type { Gateway } from "./domain/dependencies.ts";
import { createEngines } from "./http/engines.ts";
import { answerProblem } from "./http/error-answers.ts";
import { createLinks, type Links } from "./http/links.ts";
import { createLog, logAttempt, logFailure } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { openGateway, type OpenGateway } from "./open.ts";
import type { MetricsAccess } from "./observability/probes.ts";
import type { Settings } from "./settings.ts";
import { reachOf } from "./webhooks/receivers/addresses.ts";
import { createDispatcher } from "./webhooks/dispatcher.ts";
import { post } from "./webhooks/receivers/post.ts";
import { startWorker } from "./worker.ts";

/** A gateway that is being served. */
export interface RunningGateway {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly gateway: Gateway;
  readonly links: Links;
  /** Accepts nothing more, lets what has begun finish, and closes the database. */
  readonly close: () => Promise<void>;
}

/** Opens the gateway and serves it. */
export async function startGateway(
  settings: Settings,
  log: Logger = createLog(settings.logLevel),
): Promise<RunningGateway> {
  const engines = await createEngines(settings.engine);
  const onError = (error: unknown) => {
    logFailure(log, error);
  };
  const opened = await openWithBank(settings, onError);
  const { server, serve } = createExpressServer({
    errors: answerProblem,
    refusals: contract.refusals,
  });
  try {
    server.listen(settings.port, settings.host);
    await once(server, "listening");
  } catch (error) {
    await opened.close();
    throw error;
  }
  const url = urlOf(server);
  const metrics = createMetrics();
  const links = createLinks(settings.publicUrl ?? url, opened.pageKeys);
  const metricsAccess = metricsAccessOf(settings, server);
  serve(createApp({ ...opened, links, engines, metrics, metricsAccess, log }));
  const { gateway, sandboxClock } = opened;
  const sandbox = sandboxClock !== undefined;
  const dispatcher = createDispatcher({
    gateway,
    post,
    rules: { loopback: sandbox },
    faults: sandbox,
    machineNow: () => systemClock.now(),
    random: Math.random,
    onError,
    onAttempt(delivery, result) {
      metrics.countAttempt(result.outcome);
      logAttempt(log, delivery, result);
    },
    onOverdue(attempts) {
      metrics.setOverdueAttempts(attempts);
    },
  });
  const worker = startWorker({
    gateway,
    dispatcher,
    followClock: () => sandboxClock?.follow() ?? Promise.resolve(),
    onError,
  });
  return {
    url,
    gateway,
    links,
    async close() {
      await Promise.all([drain(server), worker.stop()]);
      await opened.close();
    },
  };
}

/** The bank is opened first and closed last: whoever is answered may have to ask it. */
async function openWithBank(
  settings: Settings,
  onFailure: (error: unknown) => void,
): Promise<OpenGateway> {
  const bank = guardBank(await openBank(settings, process.env), { onFailure });
  try {
    const opened = await openGateway(settings, bank);
    return {
      ...opened,
      async close() {
        await opened.close();
        await bank.close?.();
      },
    };
  } catch (error) {
    await bank.close?.();
    throw error;
  }
}

// Longer than any answer takes, shorter than the patience of what sends SIGTERM: 30 s at Kubernetes, 10 s at Docker.
const DRAIN_MS = 8000;
const IDLE_CHECK_MS = 50;

async function drain(server: Server): Promise<void> {
  // A connection whose last answer has just been sent would be kept for the next request.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const late = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MS);
  const closed = once(server, "close");
  server.close();
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/** Metrics tell partners and customers what is not theirs, so without a token only a sandbox for this machine alone shows them. */
function metricsAccessOf({ metricsToken, mode }: Settings, server: Server): MetricsAccess {
  if (metricsToken !== undefined) return { token: metricsToken };
  const address = server.address();
  const isLocal =
    typeof address === "object" && address !== null && reachOf(address.address) === "loopback";
  return mode === "sandbox" && isLocal ? "anyone" : "nobody";
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The gateway serves on a TCP port only.");
  const everywhere = address.address === "0.0.0.0" || address.address === "::";
  const ipv6 = address.family === "IPv6" ? `[${address.address}]` : undefined;
  const host = everywhere ? "localhost" : (ipv6 ?? address.address);
  return `http://${host}:${address.port}`;
}
