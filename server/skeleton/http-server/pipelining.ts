import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Begin<Request extends IncomingMessage, Response extends ServerResponse> = (
  request: Request,
  response: Response,
) => void;

/** Pipelined requests of all connections that wait at once. Each takes about 5 kB. */
const MOST_WAITING = 10_000;

/** How long a connection with waiting requests is not read. Meanwhile the server does not notice that its client leaves. */
const UNREAD_MS = 10_000;

interface Queue {
  waiting: number;
  /** Whether the connection is read although requests wait. */
  isRead: boolean;
  readonly unread: NodeJS.Timeout;
}

/**
 * Makes a function that begins the pipelined requests of a connection one after another: each when the response before it
 * has been sent. Other connections get their turn between two of them. While requests wait, the connection is not read, so
 * a client that reads no responses cannot send more than Node.js has read at once. A client that sends more than the limits
 * allow is disconnected. A request that is not pipelined begins at once.
 *
 * @example
 * const inTurn = createTurns();
 * server.on("request", (request, response) => inTurn(request, response, app));
 */
export function createTurns() {
  const queues = new WeakMap<Socket, Queue>();
  let allWaiting = 0;

  return function inTurn<Request extends IncomingMessage, Response extends ServerResponse>(
    request: Request,
    response: Response,
    begin: Begin<Request, Response>,
  ): void {
    // Node.js gives the connection to a response when those before it have been sent.
    if (response.socket) {
      begin(request, response);
      return;
    }
    const { socket } = request;
    const queue = queues.get(socket) ?? openQueue(socket);
    if (allWaiting >= MOST_WAITING || queue.isRead) socket.destroy();
    if (socket.destroyed) return;
    count(queue, 1);
    socket.pause();
    response.once("socket", () =>
      setImmediate(() => {
        if (socket.destroyed) return;
        count(queue, -1);
        if (queue.waiting === 0) socket.resume();
        else socket.pause();
        begin(request, response);
      }),
    );
  };

  function count(queue: Queue, by: number): void {
    queue.waiting += by;
    queue.isRead = false;
    queue.unread.refresh();
    allWaiting += by;
  }

  function openQueue(socket: Socket): Queue {
    const unread = setTimeout(() => {
      if (queue.waiting === 0) return;
      queue.isRead = true;
      socket.resume();
    }, UNREAD_MS).unref();
    const queue: Queue = { waiting: 0, isRead: false, unread };
    queues.set(socket, queue);
    // Node.js also resumes a connection by itself, for example to read a body.
    socket.on("resume", () => {
      if (queue.waiting > 0 && !queue.isRead) socket.pause();
    });
    socket.once("close", () => {
      count(queue, -queue.waiting);
      clearTimeout(unread);
    });
    return queue;
  }
}
