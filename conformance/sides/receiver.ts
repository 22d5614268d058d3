import { randomUUID } from "node:crypto";
import type { SampleRequest } from "../../generated/contract.ts";
import type { Case } from "../case.ts";
import type { Provider } from "../provider.ts";
import { writeRequest, type WireRequest } from "../request.ts";
import { failure, verdict, type Finding, type Verdict } from "../verdict.ts";
import { forgeriesOf } from "./forgeries.ts";

/** A receiver of callbacks to be tested, at the URL that all of them are sent to. */
export interface ReceiverUnderTest {
  readonly url: URL;
  /**
   * Stamps, seals and forges messages. Without it only the documented samples can be sent, as they are signed: a
   * receiver that compares their time with its own clock refuses them.
   */
  readonly provider?: Pick<Provider, "stamp" | "seal" | "forge">;
  /** How soon a message has to be acknowledged; 15 seconds unless told. */
  readonly patienceMs?: number;
}

/**
 * Certifies a receiver with the request of a case. The genuine message has to be acknowledged, and acknowledged again
 * when it is repeated; forged and damaged ones have to be refused with 4xx. Where a provider can sign anew, a message
 * from long ago or far ahead has to be refused as well, and one that comes after a later one acknowledged.
 */
export async function playOnReceiver(
  played: Case,
  receiver: ReceiverUnderTest,
): Promise<Verdict> {
  try {
    return verdict(played, "receiver", await certify(played, receiver));
  } catch (error) {
    return failure(played, "receiver", error);
  }
}

async function certify(
  played: Case,
  receiver: ReceiverUnderTest,
): Promise<Finding[]> {
  const now = Math.floor(Date.now() / 1000);
  const genuine = await signed(played, receiver, now);
  const send = (request: SampleRequest): Promise<Answer> =>
    post(receiver, writeRequest(played.operation, request, receiver.url));

  const first = await send(genuine);
  const findings = unacknowledged("genuine", first);
  // Nothing can be learnt from how a receiver refuses when it refuses everything, or never answers.
  if (findings.length > 0) return findings;
  if (first.acted === "false")
    findings.push({ message: "genuine: was not acted on" });

  findings.push(...(await refusals(played, receiver, genuine)));

  const again = await send(genuine);
  findings.push(...unacknowledged("repeated", again));
  if (again.acted === "true")
    findings.push({ message: "repeated: was acted on a second time" });

  if (canSign(receiver)) {
    const earlier = await signed(played, receiver, now - EARLIER_S);
    findings.push(
      ...unacknowledged("earlier than the last", await send(earlier)),
    );
  }
  return findings;
}

/** As documented: a sender waits this long for the acknowledgement. */
const PATIENCE_MS = 15_000;

/** Far outside any tolerance for clocks that differ. */
const LATE_S = 3600;

/** Within any tolerance, and yet before what was sent now. */
const EARLIER_S = 30;

/** Tells the receiver's answer whether it acted on the message; it need not say so. */
const ACTED_HEADER = "webhook-acted";

/** Sends what has to be refused. */
async function refusals(
  played: Case,
  receiver: ReceiverUnderTest,
  genuine: SampleRequest,
): Promise<Finding[]> {
  const { operation } = played;
  const write = (request: SampleRequest): WireRequest =>
    writeRequest(operation, request, receiver.url);
  const proving = operation.parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name }) => name)
    .filter((name) => name in genuine.headers);
  const forged = [
    ...forgeriesOf(write(genuine), proving),
    ...(receiver.provider?.forge?.(genuine) ?? []).map(({ what, request }) => ({
      what,
      ...write(request),
    })),
  ].map(({ what, ...message }) => ({ what: `forged (${what})`, message }));
  const now = Math.floor(Date.now() / 1000);
  const stale = canSign(receiver)
    ? [
        {
          what: "sent an hour ago",
          message: write(await signed(played, receiver, now - LATE_S)),
        },
        {
          what: "sent an hour ahead",
          message: write(await signed(played, receiver, now + LATE_S)),
        },
      ]
    : [];
  const findings: Finding[] = [];
  for (const { what, message } of [...forged, ...stale]) {
    const { status } = await post(receiver, message);
    if (status !== undefined && status < 400)
      findings.push({ message: `${what} was accepted with ${show(status)}` });
    else if (status === undefined || status >= 500)
      findings.push({
        message: `${what}: expected 4xx, found ${show(status)}`,
      });
  }
  return findings;
}

function canSign({ provider }: ReceiverUnderTest): boolean {
  return provider?.stamp !== undefined && provider.seal !== undefined;
}

/** The message of a case as a new one, sent at a time; without a provider the sample as it is. */
async function signed(
  { request }: Case,
  { provider }: ReceiverUnderTest,
  atSeconds: number,
): Promise<SampleRequest> {
  const sent = { id: `conformance_${randomUUID()}`, atSeconds };
  const stamped = provider?.stamp?.(request, sent);
  return (stamped && (await provider?.seal?.(stamped))) ?? request;
}

interface Answer {
  /** Undefined: there was none, or none in time. */
  readonly status: number | undefined;
  readonly acted: string | null;
}

async function post(
  { url, patienceMs = PATIENCE_MS }: ReceiverUnderTest,
  { headers, body = "" }: Pick<WireRequest, "headers" | "body">,
): Promise<Answer> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal,
    });
    await response.arrayBuffer();
    return {
      status: response.status,
      acted: response.headers.get(ACTED_HEADER),
    };
  } catch (error) {
    if (signal.aborted || hungUp(error))
      return { status: undefined, acted: null };
    throw error;
  }
}

/** The connection came about, and ended without an answer. */
function hungUp(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET";
}

/** Any 2xx acknowledges. */
function unacknowledged(what: string, { status }: Answer): Finding[] {
  return status !== undefined && status >= 200 && status < 300
    ? []
    : [{ message: `${what}: expected 2xx, found ${show(status)}` }];
}

function show(status: number | undefined): string {
  return status === undefined ? "no answer" : String(status);
}
