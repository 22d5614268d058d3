import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** A server that listens. */
export interface OpenServer {
  readonly url: URL;
  /** Stops accepting requests, and resolves when open requests have finished. */
  readonly close: () => Promise<void>;
}

/** Makes a server listen. Fails with `EADDRINUSE` if the port is in use. */
export async function openServer(server: Server, host: string, port: number): Promise<OpenServer> {
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: serverUrl(host, (server.address() as AddressInfo).port),
    async close() {
      const closed = once(server, "close");
      server.close();
      // A connection becomes idle when its open request has finished.
      const closing = setInterval(() => {
        server.closeIdleConnections();
      }, CLOSE_IDLE_MS);
      await closed;
      clearInterval(closing);
    },
  };
}

const CLOSE_IDLE_MS = 20;

function serverUrl(host: string, port: number): URL {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

/** @throws {UsageError} when the text is not a port */
export function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`The port "${text}" is not a number from 0 to 65535.`);
}

/** Starts a server on a port, or on a free port if that one is in use. */
export function orOnFreePort<Opened>(
  open: (port: number) => Promise<Opened>,
  port: number,
): Promise<Opened> {
  return open(port).catch((error: unknown) => {
    if (isPortInUse(error)) return open(0);
    throw error;
  });
}

/** Finds an address for a server of another process: with the given port, or with a free port if that one is in use. */
export async function freeAddress(host: string, port: number): Promise<URL> {
  const open = (free: number) => openServer(createServer(), host, free);
  const { url, close } = await orOnFreePort(open, port);
  await close();
  return url;
}

/** @throws {UsageError} in place of the error of a port that is in use, which the user has chosen */
export function onPort<Opened>(opening: Promise<Opened>, port: number): Promise<Opened> {
  return opening.catch((error: unknown) => {
    throw isPortInUse(error)
      ? new UsageError(`Port ${port} is in use. Set PORT or --port.`)
      : error;
  });
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
