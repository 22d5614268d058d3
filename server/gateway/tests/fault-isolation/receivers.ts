import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A receiver of callbacks with many addresses. */
export interface Receiver extends AsyncDisposable {
  /** A URL with its own host, which the gateway treats as a separate receiver. */
  url(host: number): string;
}

/** The receiver's reaction to the first bytes of a callback. */
type Behaviour = (socket: Socket) => void;

/** Writes a text again and again until the socket closes. */
function repeat(socket: Socket, everyMs: number, text: string): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once("close", () => {
    clearInterval(timer);
  });
}

/** The misbehaviours, by name. */
export const behaviours = {
  "never answers": () => undefined,
  "switches protocols": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  "sends 100 for ever": (socket) => {
    repeat(socket, 20, "HTTP/1.1 100 Continue\r\n\r\n");
  },
  "sends 103 for ever": (socket) => {
    repeat(socket, 20, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
  },
  "never ends its headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    repeat(socket, 200, "X-More: x\r\n");
  },
  "never ends its body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    repeat(socket, 200, "1\r\nx\r\n");
  },
  "closes without a response": (socket) => socket.end(),
  "resets the connection": (socket) => socket.resetAndDestroy(),
  "speaks no HTTP": (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
  "answers half": (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"),
  "redirects to itself": (socket) =>
    socket.end("HTTP/1.1 307 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
  "answers 500": (socket) => socket.end("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n"),
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Starts a receiver on a free port, on every address of this machine that begins with 127. */
export async function startReceiver(name: keyof typeof behaviours): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    socket.once("data", () => {
      behaviours[name](socket);
    });
  });
  // oxlint-disable-next-line contract/free-port -- the receiver has many addresses, and that helper listens at one
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (host) => `http://127.66.${host >> 8}.${host & 0xff}:${port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.resolve();
    },
  };
}
