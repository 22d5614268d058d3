import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Gateway } from "./domain/gateway.ts";
import { createLog } from "./log.ts";
import { openGateway } from "./open.ts";
import type { Settings } from "./settings.ts";

/** A gateway that is being served. */
export interface RunningGateway {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly gateway: Gateway;
  /** Accepts nothing more, lets what has begun finish, and closes the database. */
  readonly close: () => Promise<void>;
}

/** Opens the gateway and serves it. */
export async function startGateway(
  settings: Settings,
  log: Logger = createLog(settings.logLevel),
): Promise<RunningGateway> {
  const opened = await openGateway(settings);
  const server = createServer();
  try {
    server.listen(settings.port, settings.host);
    await once(server, "listening");
  } catch (error) {
    await opened.close();
    throw error;
  }
  const url = urlOf(server);
  const publicUrl = settings.publicUrl ?? url;
  server.on("request", createApp({ ...opened, publicUrl, log }));
  return {
    url,
    gateway: opened.gateway,
    async close() {
      await drain(server);
      await opened.close();
    },
  };
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

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The gateway serves on a TCP port only.");
  const everywhere = address.address === "0.0.0.0" || address.address === "::";
  const ipv6 = address.family === "IPv6" ? `[${address.address}]` : undefined;
  const host = everywhere ? "localhost" : (ipv6 ?? address.address);
  return `http://${host}:${String(address.port)}`;
}
