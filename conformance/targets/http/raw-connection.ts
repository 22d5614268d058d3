import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import type { RawRequest } from "../../cases/servers/raw-form.ts";
import { HungUpError, NoAnswerError } from "../../errors.ts";
import { readAnswer, type ReadAnswer } from "./raw-answer.ts";

export interface RawConnection extends Disposable {
  /**
   * Sends a request and reads its answer.
   *
   * @throws {NoAnswerError} when the answer does not come in time
   * @throws {HungUpError} when the connection ends without an answer
   */
  send(request: RawRequest, patienceMs: number): Promise<ReadAnswer>;
  /** Received bytes that belong to no answer. */
  readonly rest: string;
}

/** Opens a connection to the server of a URL. */
export function openConnection({ protocol, hostname, port }: URL): RawConnection {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket: Socket =
    protocol === "https:"
      ? connectTls({ host, port: Number(port || 443), servername: host })
      : connectTcp({ host, port: Number(port || 80) });
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let ended: Error | undefined;
  let notify: (() => void) | undefined;
  const end = (error: Error) => {
    ended ??= error;
    notify?.();
  };
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    notify?.();
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    end(error.code === "ECONNRESET" ? new HungUpError(error.message, { cause: error }) : error);
  });
  for (const event of ["end", "close"])
    socket.on(event, () => {
      end(new HungUpError("the server has closed the connection without an answer"));
    });

  const answerTo = (method: string, patienceMs: number): Promise<ReadAnswer> => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
    const timer = setTimeout(() => {
      reject(new NoAnswerError(patienceMs));
    }, patienceMs);
    notify = () => {
      try {
        const read = readAnswer(received, method, ended !== undefined);
        if (read) {
          received = received.subarray(read.length);
          resolve(read);
        } else if (ended) reject(ended);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    notify();
    return promise.finally(() => {
      clearTimeout(timer);
      notify = undefined;
    });
  };

  return {
    async send({ method, head, body }, patienceMs) {
      const answer = answerTo(method, patienceMs);
      if (body.length <= UNASKED_BYTES) socket.write(Buffer.concat([head, body]));
      else {
        socket.write(head);
        // A server that refuses a large body closes the connection. Bytes that are sent after that can destroy its answer.
        const early = await Promise.race([
          answer.catch(() => undefined),
          pause(EARLY_ANSWER_MS, undefined),
        ]);
        if (!early) socket.write(body);
      }
      return answer;
    },
    get rest() {
      return received.toString("latin1");
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
}

/** Any server reads this much before it closes a connection. */
const UNASKED_BYTES = 32_768;

/**
 * Servers on this machine refuse a length within a few milliseconds. With a slower server, the answer may sometimes be lost.
 */
const EARLY_ANSWER_MS = 20;
