import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import { OperatorError, systemCode } from "../platform/operator-error.ts";
import type { Settings } from "./settings.ts";

/**
 * Sockets that listen on the port. Of each, Node.js accepts one connection in a turn of the event loop. With a single one, a new
 * connection waits for as many turns as there are connections before it, which took seconds under load. Only Linux shares a port
 * fairly.
 */
const SOCKETS = process.platform === "linux" ? 8 : 1;

/** Connections that may wait at each socket. The system has a limit of its own, which is 4096 on Linux. */
const BACKLOG = 4096;

/**
 * Lets a server listen.
 *
 * @returns the address, and what stops the further sockets, whose connections the server has, too
 * @throws OperatorError
 */
export async function listen(server: HttpServer, { host, port }: Pick<Settings, "host" | "port">) {
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    ),
  );
  const close = () => {
    for (const each of others) each.close();
  };
  try {
    await using stack = new AsyncDisposableStack();
    if (port !== 0 && SOCKETS > 1) stack.use(await reserve(host, port));
    const shared = { host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
    const address = await listenWith(server, { ...shared, port });
    for (const each of others) await listenWith(each, { ...shared, port: address.port });
    return { address, close };
  } catch (error) {
    server.close();
    close();
    const code = systemCode(error);
    const reason = listenFaults[code];
    if (reason === undefined) throw error;
    const message = `The gateway cannot listen on ${host}, port ${port} (${code}): ${reason}`;
    throw new OperatorError("cannot-listen", message, { cause: error });
  }
}

/**
 * Keeps other gateways from the port until this one listens, because sockets that share a port would also share it with another
 * gateway. Of two that start at the same moment, only one gets the name.
 */
async function reserve(host: string, port: number): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const named = stack.use(createServer());
  named.listen({ path: `\0payment-gateway:${port}` });
  await once(named, "listening");
  await using alone = createServer();
  await listenWith(alone, { host, port });
  return stack.move();
}

async function listenWith(server: Server, options: ListenOptions): Promise<AddressInfo> {
  server.listen(options);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The gateway listens on a TCP port only.");
  return address;
}

/** By the code of Node.js. */
const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use. Set PORT to another one, for example PORT=3001.",
  EADDRNOTAVAIL:
    "this machine does not have the address. Set HOST to one of its own, for example HOST=0.0.0.0 for all.",
  EACCES: "this user may not use the port. Set PORT to one from 1024 on.",
  EAFNOSUPPORT: "this machine does not support addresses of this kind. Set HOST to another one.",
  ENOTFOUND: "there is no host of this name. Set HOST to an address of this machine.",
  EAI_AGAIN: "the name cannot be looked up. Set HOST to an address of this machine.",
};
