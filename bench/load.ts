import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Connections to a server. Each sends its next request when the last one is answered. A full HTTP client would cost more
 * processor time than the servers that are measured.
 */
export class Load implements Disposable {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  /** @param connections enough to keep a server busy, and few enough that no request waits long */
  static async to(port: number, connections = 16): Promise<Load> {
    const sockets = Array.from({ length: connections }, () =>
      connect(port, "127.0.0.1")
        .setNoDelay(true)
        // Servers close idle connections. If a connection is in use, its `close` event reports that.
        .on("error", () => undefined),
    );
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return new Load(sockets);
  }

  /**
   * Sends this number of requests: as many as are answered, or this many in a second, which then also wait for a connection.
   *
   * @param onResponse is called with the duration of each response in milliseconds
   * @throws {Error} for a response that is not 200, and for one without an end
   */
  async send(
    next: () => string | Buffer,
    times: number,
    onResponse?: (durationMs: number) => void,
    perSecond = Infinity,
  ): Promise<void> {
    const arrivals = arrivalTimes(times, perSecond);
    await Promise.all(this.#sockets.map((socket) => sendEach(arrivals, socket, next, onResponse)));
  }

  /** Measures what one response costs the server, as the average of this number of responses, in the unit of `processorTime`. */
  async costOf(
    request: string | Buffer,
    responses: number,
    processorTime: () => Promise<number>,
  ): Promise<number> {
    const before = await processorTime();
    await this.send(() => request, responses);
    return ((await processorTime()) - before) / responses;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** When each request is to be sent. Those of a millisecond arrive together, because timers are not more exact. */
async function* arrivalTimes(times: number, perSecond: number): AsyncGenerator<number, void> {
  const startedAt = performance.now();
  for (let index = 0; index < times; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    while (performance.now() < dueAt) await wait(1);
    yield perSecond === Infinity ? performance.now() : dueAt;
  }
}

/** Sends requests on one connection, each when the last one is answered. */
async function sendEach(
  arrivals: AsyncGenerator<number, void>,
  socket: Socket,
  next: () => string | Buffer,
  onResponse: (durationMs: number) => void = () => undefined,
): Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  let answered = Promise.withResolvers<undefined>();
  const onData = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      if (received.length < lengthOf(received)) return;
      received = Buffer.alloc(0);
      answered.resolve(undefined);
    } catch (error) {
      answered.reject(error);
    }
  };
  const onClose = () => {
    answered.reject(new Error("The server has closed the connection."));
  };
  socket.on("data", onData).once("close", onClose);
  for await (const arrivedAt of arrivals) {
    answered = Promise.withResolvers();
    if (socket.destroyed) onClose();
    else socket.write(next());
    await answered.promise;
    onResponse(performance.now() - arrivedAt);
  }
  socket.off("data", onData).off("close", onClose);
}

const headersEnd = Buffer.from("\r\n\r\n");

const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Length of the response at the start of some bytes, or Infinity while its headers are incomplete. */
function lengthOf(response: Buffer): number {
  const end = response.indexOf(headersEnd);
  if (end < 0) return Infinity;
  const head = response.toString("latin1", 0, end);
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
  if (isChunked) return response.subarray(-lastChunk.length).equals(lastChunk) ? 0 : Infinity;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined)
    throw new Error(`Unexpected response:\n${head}`);
  return end + headersEnd.length + Number(length);
}
