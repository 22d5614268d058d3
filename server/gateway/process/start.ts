import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { contract } from "../../../generated/gateway/index.ts";
import { createExpressServer } from "@contract-toolkit/skeleton";
import { createApp } from "../http/app.ts";
import type { Bank } from "../domain/bank/bank.ts";
import { endsWithin } from "../platform/concurrency/within-time.ts";
import { guardBank } from "../bank/guard.ts";
import { openBank } from "../bank/open-bank.ts";
import { createSandboxBank } from "../domain/bank/bank-sandbox.ts";
import { cardsWith, readSeed, seedPartners } from "./sandbox/seed.ts";
import { systemClock } from "../platform/system-effects.ts";
import { HOUR_MS } from "../domain/time.ts";
import { createEngines } from "../http/engines.ts";
import { respondToProblem } from "../http/error-responses.ts";
import { createLinks } from "../http/pages/links.ts";
import {
  createLog,
  logAttempt,
  logBankCall,
  logDisagreement,
  logFailure,
} from "../http/observability/log.ts";
import { createSentCallbacks } from "../http/console/sent-callbacks.ts";
import { createMetrics } from "../http/observability/metrics.ts";
import { listen } from "./listen.ts";
import { openGateway, type OpenGateway } from "./open.ts";
import type { MetricsAccess } from "../http/observability/probes.ts";
import type { Settings } from "./settings.ts";
import { reachOf } from "../callbacks/receiver-addresses/addresses.ts";
import { createDispatcher } from "../callbacks/dispatcher.ts";
import { postToAddress } from "../callbacks/receiver-addresses/post.ts";
import { startWorker } from "./worker.ts";

/** A running gateway. */
export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * Time limits of stopping: first for open requests and background work, then for the database and the bank. Most requests take less.
 * Together they are less than the time from SIGTERM to SIGKILL, which is 30 s in Kubernetes and 10 s in Docker.
 */
const STOP_LIMITS = { finishMs: 8000, closeMs: 1000 };

/**
 * Time for a request to arrive. The longest takes 13 s at 64 kbit/s. Node.js looks for late requests every 30 s, and would allow 300 s
 * for a body.
 */
const REQUEST_LIMIT_MS = 30_000;

const DAY_MS = 24 * HOUR_MS;

/** Opens the gateway and serves it. */
export async function startGateway(
  settings: Settings,
  log: Logger = createLog(settings.logLevel),
  { finishMs, closeMs } = STOP_LIMITS,
) {
  const seed = settings.seedFile === undefined ? {} : await readSeed(settings.seedFile);
  const testCards = settings.mode === "sandbox" ? cardsWith(seed) : [];
  const engines = await createEngines(settings.engine, {
    onDisagreement(disagreement) {
      logDisagreement(log, disagreement);
    },
  });
  const onError = (error: unknown) => {
    logFailure(log, error);
  };
  const { server, serve, close } = createExpressServer({
    errorHandler: respondToProblem,
    refusals: contract.refusals,
  });
  server.headersTimeout = server.requestTimeout = REQUEST_LIMIT_MS;
  // The bank is opened first and closed last, because open requests may need it.
  const ownBank = seed.cards && createSandboxBank(testCards);
  const opening = openBank(settings, process.env, onError, ownBank);
  const metrics = createMetrics();
  const bank = guardBank(await opening, {
    onFailure: onError,
    onCall(call) {
      metrics.countBankCall(call);
      logBankCall(log, call);
    },
  });
  let opened: OpenGateway | undefined;
  let listening: Awaited<ReturnType<typeof listen>>;
  try {
    opened = await openGateway(settings, bank, "make", {
      onEnded(ended) {
        metrics.countEnded(ended);
      },
    });
    await seedPartners(opened.gateway, seed);
    listening = await listen(server, settings);
  } catch (error) {
    await opened?.close().catch(onError);
    await closeBank(bank, closeMs).catch(onError);
    throw error;
  }
  const { address } = listening;
  const url = formatServerUrl(address);
  const links = createLinks(settings.publicUrl ?? url, opened.pageKeys);
  const { gateway, sandboxClock, close: closeStorage } = opened;
  const isLocal = reachOf(address.address) === "loopback";
  const sentCallbacks = createSentCallbacks();
  const stopping = new AbortController();
  const closing = new AbortController();
  const metricsAccess = metricsAccessOf(settings, isLocal);
  serve(
    createApp({
      ...opened,
      links,
      engines,
      metrics,
      metricsAccess,
      isLocal,
      testCards,
      sentCallbacks,
      stopping: stopping.signal,
      closing: closing.signal,
      log,
    }),
  );
  const sandbox = sandboxClock !== undefined;
  const dispatcher = createDispatcher({
    gateway,
    post: sandbox ? sentCallbacks.keeping(postToAddress) : postToAddress,
    rules: { loopback: sandbox },
    faults: sandbox,
    machineNow: () => systemClock.now(),
    random: Math.random,
    onError,
    onAttempt(delivery, result) {
      metrics.countAttempt(delivery, result, gateway.clock.now());
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
    retentionMs: settings.deliveryRetentionDays * DAY_MS,
    onError,
  });
  const endListening = opened.onEvent(() => {
    worker.wake();
  });
  return {
    /** The URL at which it listens, without a slash at the end. */
    url,
    gateway,
    links,
    sandboxClock,
    /** The callbacks that a sandbox has sent. */
    sentCallbacks,
    /**
     * Reports that it is not ready for `drainSeconds`. Then it accepts no new requests, lets open requests and background work finish
     * within their time limit, and closes the database and the bank. The log lists what did not finish. The next process does the rest.
     */
    close: async () => {
      stopping.abort();
      await wait(settings.drainSeconds * 1000);
      closing.abort();
      listening.close();
      const isFinished = {
        requests: close(finishMs),
        "background work": worker.stop(finishMs),
      };
      const unfinished = await lateOf(isFinished);
      const isClosed = {
        database: endsWithin(closeMs, endListening().then(closeStorage)),
        bank: closeBank(bank, closeMs),
      };
      const late = [...unfinished, ...(await lateOf(isClosed))];
      if (late.length > 0) log.warn({ unfinished: late }, "stopped");
    },
  };
}

async function lateOf(ends: Readonly<Record<string, Promise<boolean>>>): Promise<string[]> {
  const inTime = await Promise.all(Object.values(ends));
  return Object.keys(ends).filter((_, at) => inTime[at] === false);
}

function closeBank(bank: Bank, patienceMs: number): Promise<boolean> {
  return endsWithin(patienceMs, bank.close?.() ?? Promise.resolve());
}

/** Metrics concern all partners, so without a token only a sandbox on a loopback address shows them. */
function metricsAccessOf({ metricsToken, mode }: Settings, isLocal: boolean): MetricsAccess {
  if (metricsToken !== undefined) return { token: metricsToken };
  return mode === "sandbox" && isLocal ? "anyone" : "nobody";
}

function formatServerUrl(address: AddressInfo): string {
  const everywhere = address.address === "0.0.0.0" || address.address === "::";
  const ipv6 = address.family === "IPv6" ? `[${address.address}]` : undefined;
  const host = everywhere ? "localhost" : (ipv6 ?? address.address);
  return `http://${host}:${address.port}`;
}
