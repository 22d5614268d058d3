import { randomUUID } from "node:crypto";
import type { SampleRequest } from "@contract-toolkit/kernel";
import { shownExchange, type ShownExchange } from "../../exchange/exchange.ts";
import { NoAnswerError } from "../../errors.ts";
import type { Provider } from "../../provider.ts";
import type { WireRequest } from "../../request.ts";
import type { Finding } from "../../verdict.ts";
import { send } from "../send.ts";

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

/** What a receiver answered. */
export interface ReceiverAnswer {
  /** Undefined: there was none, or none in time. */
  readonly status: number | undefined;
  readonly acted: string | null;
  /** Nothing came in time. */
  readonly isSilence?: boolean;
  /** What to show of the message and its answer. */
  readonly exchange: () => ShownExchange;
}

/** A finding and the answer that shows it. */
export interface Told {
  readonly finding: Finding;
  readonly answer: ReceiverAnswer;
}

/** As documented: a sender waits this long for the acknowledgement. */
export const PATIENCE_MS = 15_000;

/** Tells the receiver's answer whether it acted on the message; it need not say so. */
export const ACTED_HEADER = "webhook-acted";

/** Sends a message and waits for its acknowledgement. */
export async function post(
  { url, patienceMs = PATIENCE_MS }: ReceiverUnderTest,
  message: Pick<WireRequest, "headers" | "body">,
): Promise<ReceiverAnswer> {
  const sent = { body: "", ...message, url, method: "POST" };
  try {
    const answer = await send(sent, patienceMs);
    return {
      status: answer.status,
      acted: answer.headers.get(ACTED_HEADER),
      exchange: () => shownExchange(sent, new Map(), answer),
    };
  } catch (error) {
    if (!(error instanceof NoAnswerError) && !hungUp(error)) throw error;
    return {
      status: undefined,
      acted: null,
      isSilence: error instanceof NoAnswerError,
      exchange: () => shownExchange(sent, new Map()),
    };
  }
}

/** The connection came about, and ended without an answer. */
function hungUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** Whether messages can be made genuine anew. */
export function canSign({ provider }: ReceiverUnderTest): boolean {
  return provider?.stamp !== undefined && provider.seal !== undefined;
}

/** A message as a new one, sent at a time; without a provider as it is. */
export async function signed(
  request: SampleRequest,
  { provider }: ReceiverUnderTest,
  atSeconds: number,
  id = `conformance_${randomUUID()}`,
): Promise<SampleRequest> {
  const sent = { id, atSeconds };
  const stamped = provider?.stamp?.(request, sent);
  return (stamped && (await provider?.seal?.(stamped))) ?? request;
}

/** Any 2xx acknowledges. */
export function unacknowledged(what: string, answer: ReceiverAnswer): Told[] {
  const { status } = answer;
  return status !== undefined && status >= 200 && status < 300
    ? []
    : [{ finding: { message: `${what}: expected 2xx, found ${show(status)}` }, answer }];
}

/** A status in words. */
export function show(status: number | undefined): string {
  return status === undefined ? "no answer" : String(status);
}

/** What is wrong with the answer to a message that has to be refused, if anything. */
export function unrefused(what: string, status: number | undefined): Finding | undefined {
  if (status !== undefined && status < 400)
    return { message: `${what} was accepted with ${show(status)}` };
  return status === undefined || status >= 500
    ? { message: `${what}: expected 4xx, found ${show(status)}` }
    : undefined;
}
