import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens. */
export interface OpenServer {
  readonly url: URL;
  /** Takes no more requests, and lets those that have begun finish. */
  readonly close: () => Promise<void>;
}

/** Lets a server listen. It fails with `EADDRINUSE` where the port is in use. */
export async function openServer(server: Server, host: string, port: number): Promise<OpenServer> {
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: serverUrl(host, (server.address() as AddressInfo).port),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

function serverUrl(host: string, port: number): URL {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

/** Opens a server on a port, or on another where it is in use. */
export function orOnFreePort<Opened>(
  open: (port: number) => Promise<Opened>,
  port: number,
): Promise<Opened> {
  return open(port).catch((error: unknown) => {
    if (isPortInUse(error)) return open(0);
    throw error;
  });
}

/** An address for a server that another process opens: with the port, or with another where it is in use. */
export async function freeAddress(host: string, port: number): Promise<URL> {
  const open = (free: number) => openServer(createServer(), host, free);
  const { url, close } = await orOnFreePort(open, port);
  await close();
  return url;
}

/** Whether a server cannot be opened because another one has its port. */
export function isPortInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
