import { randomUUID } from "node:crypto";
import type { CallbackStep } from "../../cases/receivers/callback-case.ts";
import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import { rawExchange, shownExchange, type ShownExchange } from "../../transcript/exchange.ts";
import { HungUpError, NoAnswerError } from "../../errors.ts";
import { writeRaw, type RawRequest } from "../../cases/servers/raw-form.ts";
import type { Provider } from "../../provider.ts";
import type { WireRequest } from "../../request.ts";
import type { Finding } from "../../verdict.ts";
import { openConnection, type RawConnection } from "../http/raw-connection.ts";
import type { HttpResponse } from "../send.ts";

/** A receiver of callbacks to be tested, at the URL that all of them are sent to. */
export interface ReceiverUnderTest {
  readonly url: URL;
  /**
   * Stamps, seals and forges messages. Without it only the documented samples can be sent, as they are signed: a
   * receiver that compares their time with its own clock refuses them.
   */
  readonly provider?: Pick<Provider, "stamp" | "seal" | "forge" | "signatures" | "acted">;
  /** How soon a message has to be acknowledged; 15 seconds unless told. */
  readonly patienceMs?: number;
  /** How long after a message it comes again, where it comes later; 6 seconds unless told. */
  readonly laterMs?: number;
}

export interface ReceiverAnswer {
  /** Undefined: there was none, or none in time. */
  readonly status: number | undefined;
  /** Whether it says that it acted on the message, in the header `webhook-acted`; it need not say so. */
  readonly acted: string | null;
  /** Nothing came in time. */
  readonly isSilence?: boolean;
  readonly exchange: () => ShownExchange;
}

export interface Told {
  readonly finding: Finding;
  readonly answer: ReceiverAnswer;
}

/** As documented: a sender waits this long for the acknowledgement. */
const PATIENCE_MS = 15_000;

export async function sendMessage(
  receiver: ReceiverUnderTest,
  message: RawRequest,
  shown?: (answer?: HttpResponse) => ShownExchange,
): Promise<ReceiverAnswer> {
  using sender = openSender(receiver);
  return await sender.send(message, shown);
}

/** Sends messages one after another over one connection, which is opened with the first and as long as the receiver keeps it open. */
export function openSender({ url, patienceMs = PATIENCE_MS }: ReceiverUnderTest) {
  let kept: RawConnection | undefined;
  const close = () => {
    kept?.[Symbol.dispose]();
    kept = undefined;
  };
  const send = async (
    message: RawRequest,
    shown = (answer?: HttpResponse) => rawExchange(message, url, new Map(), answer),
  ): Promise<ReceiverAnswer> => {
    const isReused = kept !== undefined;
    const connection = (kept ??= openConnection(url));
    try {
      const { answer, isLast } = await connection.send(message, patienceMs);
      if (isLast) close();
      const acted = answer.headers.get("webhook-acted");
      return { status: answer.status, acted, exchange: () => shown(answer) };
    } catch (error) {
      close();
      // A receiver may close a connection that it has kept open at any time (RFC 9112, section 9.5).
      if (isReused && error instanceof HungUpError) return send(message, shown);
      const isSilence = error instanceof NoAnswerError;
      if (!isSilence && !(error instanceof HungUpError)) throw error;
      return { status: undefined, acted: null, isSilence, exchange: () => shown() };
    }
  };
  return { send, [Symbol.dispose]: close };
}

export function post(
  receiver: ReceiverUnderTest,
  operation: Operation,
  request: Pick<WireRequest, "headers" | "body">,
): Promise<ReceiverAnswer> {
  const wire = { body: "", ...request, url: receiver.url, method: "POST" };
  return sendMessage(receiver, writeRaw(operation, wire, {}), (answer) =>
    shownExchange(wire, new Map(), answer),
  );
}

/** A message signed anew as far as the provider can; `adjust` puts in what stamping and signing must not change. */
export async function signed(
  request: SampleRequest,
  { stamp, seal }: NonNullable<ReceiverUnderTest["provider"]>,
  { id = `conformance_${randomUUID()}`, atSeconds = Math.floor(Date.now() / 1000) } = {},
  adjust = (made: SampleRequest) => made,
): Promise<SampleRequest> {
  const stamped = adjust(stamp?.(request, { id, atSeconds }) ?? request);
  return seal ? adjust(await seal(stamped)) : stamped;
}

/** What is wrong with how a message was answered: any 2xx acknowledges, and any 4xx refuses. */
export function unexpected(
  what: string,
  expected: CallbackStep["expected"],
  answer: ReceiverAnswer,
): Told[] {
  const { status } = answer;
  const [due, kind] = expected === "acknowledged" ? ["2xx", 2] : ["4xx", 4];
  if (status !== undefined && Math.floor(status / 100) === kind) return [];
  const isAccepted = expected === "refused" && status !== undefined && status < 400;
  const message = isAccepted
    ? `${what} was accepted with ${status}`
    : `${what}: expected ${due}, found ${status ?? "no answer"}`;
  return [{ finding: { message }, answer }];
}
