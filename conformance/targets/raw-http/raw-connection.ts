import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import type { RawRequest } from "../../cases/servers/raw-form.ts";
import { ConformanceError, hungUp, noResponse } from "../../errors.ts";
import { parseResponse, type ParsedResponse } from "./raw-response.ts";

export interface RawConnection extends Disposable {
  /**
   * Sends a request and reads its response.
   *
   * @throws {ConformanceError} `no-response`, when the response does not come in time
   * @throws {ConformanceError} `hung-up`, when the connection ends without a response
   */
  send(request: RawRequest, patienceMs: number): Promise<ParsedResponse>;
  /** Whether the server ends the connection in time. */
  endsWithin(patienceMs: number): Promise<boolean>;
  /** Received bytes that belong to no response. */
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
    end(
      error.code === "ECONNRESET"
        ? new ConformanceError("hung-up", error.message, { cause: error })
        : error,
    );
  });
  for (const event of ["end", "close"])
    socket.on(event, () => {
      end(hungUp());
    });

  const responseTo = (method: string, patienceMs: number): Promise<ParsedResponse> => {
    const { promise, resolve, reject } = Promise.withResolvers<ParsedResponse>();
    const timer = setTimeout(() => {
      reject(noResponse(patienceMs));
    }, patienceMs);
    notify = () => {
      try {
        const read = parseResponse(received, method, ended !== undefined);
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
      const response = responseTo(method, patienceMs);
      if (expectsContinue.test(head.toString("latin1"))) {
        socket.write(head);
        // A response of any kind: only an interim one asks for the body (RFC 9110, section 10.1.1).
        await Promise.race([once(socket, "data"), response]).catch(() => undefined);
        if (isInterim.test(received.toString("latin1"))) socket.write(body);
      } else if (body.length <= UNASKED_BYTES) socket.write(Buffer.concat([head, body]));
      else {
        socket.write(head);
        // A server that refuses a large body closes the connection. Bytes that are sent after that can destroy its response.
        const early = await Promise.race([
          response.catch(() => undefined),
          pause(EARLY_RESPONSE_MS, undefined),
        ]);
        if (!early) socket.write(body);
      }
      return response;
    },
    async endsWithin(patienceMs) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      notify = () => {
        if (ended) resolve(undefined);
      };
      if (!ended) await Promise.race([promise, pause(patienceMs, undefined, { ref: false })]);
      return ended !== undefined;
    },
    get rest() {
      return received.toString("latin1");
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
}

const expectsContinue = /^Expect: *100-continue\r$/im;
const isInterim = /^HTTP\/1\.\d 1/;

/** Any server reads this much before it closes a connection. */
const UNASKED_BYTES = 32_768;

/**
 * Servers on this machine refuse a length within a few milliseconds. With a slower server, the response may sometimes be lost.
 */
const EARLY_RESPONSE_MS = 20;
