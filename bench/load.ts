import { once } from "node:events";
import { connect, type Socket } from "node:net";

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
   * Sends this number of requests.
   *
   * @param onResponse is called with the duration of each response in milliseconds
   * @throws {Error} for a response that is not 200, and for one without an end
   */
  async send(
    next: () => string | Buffer,
    times: number,
    onResponse?: (durationMs: number) => void,
  ): Promise<void> {
    const left = { count: times };
    await Promise.all(this.#sockets.map((socket) => keepSending(socket, next, left, onResponse)));
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

function keepSending(
  socket: Socket,
  next: () => string | Buffer,
  left: { count: number },
  onResponse: ((durationMs: number) => void) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const end = (error?: Error) => {
      socket.off("data", onData).off("close", onClose);
      if (error) reject(error);
      else resolve();
    };
    const onClose = () => {
      end(new Error("The server has closed the connection."));
    };
    const sendNext = () => {
      if (left.count <= 0) {
        end();
        return;
      }
      left.count -= 1;
      sentAt = performance.now();
      socket.write(next());
    };
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        if (received.length < lengthOf(received)) return;
      } catch (error) {
        end(error instanceof Error ? error : undefined);
        return;
      }
      received = Buffer.alloc(0);
      onResponse?.(performance.now() - sentAt);
      sendNext();
    };
    socket.on("data", onData).once("close", onClose);
    sendNext();
  });
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
