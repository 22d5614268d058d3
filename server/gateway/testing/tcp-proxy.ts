import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy in front of a server, as a load balancer has for each of its services. */
export interface TcpProxy {
  /** The URL of the server, by the address of the proxy. */
  readonly location: string;
  /** Passes new connections on to another server. Those that exist stay. */
  leadTo(location: string): void;
  /** Ends all connections. */
  end(): void;
  /** Stops all connections without ending them, as when a machine disappears. */
  silence(): void;
}

/** Starts a proxy, which ends with the test. */
export async function startTcpProxy(location: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let { hostname, port } = new URL(location);
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, database],
      [database, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  // oxlint-disable-next-line contract/free-port -- it is no HTTP server
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const through = new URL(location);
  through.hostname = "127.0.0.1";
  through.port = String(typeof address === "object" && address?.port);
  return {
    location: through.href,
    leadTo(location) {
      ({ hostname, port } = new URL(location));
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      for (const socket of sockets) socket.unpipe();
    },
  };
}
