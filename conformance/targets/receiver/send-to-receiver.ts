import type { CallbackStep } from "../../cases/receivers/callback-case.ts";
import { rawExchange, type ShownExchange } from "../../exchanges/exchange.ts";
import { hasCode } from "../../errors.ts";
import type { RawRequest } from "../../cases/servers/raw-form.ts";
import type { Provider } from "../../provider.ts";
import type { Finding } from "../../verdict.ts";
import { openConnection, type RawConnection } from "../raw-http/raw-connection.ts";
import type { HttpResponse } from "../send.ts";

/** A receiver of callbacks under test. All messages are sent to its URL. */
export interface ReceiverUnderTest {
  readonly url: URL;
  /**
   * Stamps and signs messages. Without it, only the samples can be sent as they are signed, and a receiver that
   * compares their time with its clock refuses them.
   */
  readonly provider?: Pick<Provider, "stamp" | "sign" | "signatures" | "acted">;
  /** Pause before a message that is sent again later. The default is 6 seconds. */
  readonly laterMs?: number;
}

export interface ReceiverResponse {
  /** Undefined if no response came in time or the connection was closed. */
  readonly status: number | undefined;
  /** The header `webhook-acted`, in which a receiver may report that it acted on the message. */
  readonly acted: string | null;
  readonly exchange: () => ShownExchange;
}

export interface ResponseFinding {
  readonly finding: Finding;
  readonly response: ReceiverResponse;
}

/** A sender waits this long for an acknowledgement, as the README documents. */
const PATIENCE_MS = 15_000;

export async function sendMessage(
  receiver: ReceiverUnderTest,
  message: RawRequest,
): Promise<ReceiverResponse> {
  using sender = openSender(receiver);
  return await sender.send(message);
}

/**
 * Sends messages one after another over one connection. It is opened with the first message, and again after the receiver has
 * closed it.
 */
export function openSender({ url }: ReceiverUnderTest) {
  let kept: RawConnection | undefined;
  const close = () => {
    kept?.[Symbol.dispose]();
    kept = undefined;
  };
  const send = async (message: RawRequest): Promise<ReceiverResponse> => {
    const shown = (response?: HttpResponse) => rawExchange(message, url, new Map(), response);
    const isReused = kept !== undefined;
    const connection = (kept ??= openConnection(url));
    try {
      const { response, isLast } = await connection.send(message, PATIENCE_MS);
      if (isLast) close();
      const acted = response.headers.get("webhook-acted");
      return { status: response.status, acted, exchange: () => shown(response) };
    } catch (error) {
      close();
      // A receiver may close a kept connection at any time (RFC 9112, section 9.5).
      if (isReused && hasCode(error, "hung-up")) return send(message);
      if (!hasCode(error, "no-response") && !hasCode(error, "hung-up")) throw error;
      return { status: undefined, acted: null, exchange: () => shown() };
    }
  };
  return { send, [Symbol.dispose]: close };
}

/** Finding about the response to a message, if it is wrong. Any 2xx acknowledges, any 4xx refuses. */
export function unexpectedResponse(
  what: string,
  expected: CallbackStep["expected"],
  response: ReceiverResponse,
): ResponseFinding[] {
  const { status } = response;
  const [due, kind] = expected === "acknowledged" ? ["2xx", 2] : ["4xx", 4];
  if (status !== undefined && Math.floor(status / 100) === kind) return [];
  const isAccepted = expected === "refused" && status !== undefined && status < 400;
  const message = isAccepted
    ? `${what} was accepted with ${status}`
    : `${what}: expected ${due}, found ${status ?? "no response"}`;
  return [{ finding: { message }, response }];
}
