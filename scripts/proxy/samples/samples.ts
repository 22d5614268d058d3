import { sendWireRequest, type Suite } from "@contract-toolkit/conformance";
import {
  allowsRequest,
  parseRawHeaders,
  type RecordedSample,
} from "@contract-toolkit/conformance/internal";
import { withoutHeaders, type WireExchange } from "../exchange.ts";
import { createJudge, type JudgedExchange, type JudgingSuite } from "../judge.ts";
import { chooseExchanges, findMadeValues } from "./choose.ts";
import { findMarkers } from "./markers.ts";
import { redactExchanges } from "./redact.ts";

/**
 * Makes samples of exchanges, in the order of the recording: those that satisfy the contract, one of each operation, status and shape, with what they need.
 * Secrets are replaced, and values that differ from one replay to the next are marked as fresh or generated.
 */
export function samplesOf(suite: Suite, exchanges: readonly JudgedExchange[]): RecordedSample[] {
  const redacted = redactExchanges(suite, exchanges);
  const recorded = redacted.recorded.filter(
    ({ operation, request, isValid, followed }) =>
      !isValid ||
      allowsRequest(suite.contract, operation, {
        ...request,
        query: Object.fromEntries(
          Object.entries(request.query).filter(([name]) => !followed.includes(name)),
        ),
      }),
  );
  const markers = findMarkers(recorded, redacted.replaced);
  const names = new Set(suite.cases.map(({ id }) => id));
  return chooseExchanges(recorded, markers).map((exchange) => {
    const { operation, request, response, isValid } = exchange;
    const name = newName(names, operation.id);
    const generated = markers.generatedOf(exchange);
    return {
      operation: operation.id,
      name,
      why: isValid
        ? "It was recorded."
        : "It makes what other samples need. Its response violates the contract.",
      ...(!isValid && { isSetup: true as const }),
      source: operation.source,
      providerStates: [],
      request,
      // The contract says what headers must be. Their values belong to one response.
      response: { ...response, headers: {} },
      fresh: markers.freshOf(exchange).map((pointer) => ({ pointer })),
      generated: generated.filter(
        (pointer) => !generated.some((outer) => pointer.startsWith(`${outer}/`)),
      ),
    };
  });
}

/** A name that no sample of the operation has, which is then taken. */
function newName(taken: Set<string>, operation: string, number = 1): string {
  const name = `recorded-${number}`;
  const id = `${operation}/${name}`;
  if (taken.has(id)) return newName(taken, operation, number + 1);
  taken.add(id);
  return name;
}

/**
 * Sends the first successful GET of each operation once more, if it asks for nothing that the recording made. What differs between its two responses
 * is made for each response.
 *
 * @returns the exchanges with those that were added
 */
export async function withRepeatedReads(
  judging: JudgingSuite,
  to: URL,
  exchanges: readonly JudgedExchange[],
): Promise<readonly JudgedExchange[]> {
  const { recorded } = redactExchanges(judging.suite, exchanges);
  const madeIn = findMadeValues(findMarkers(recorded).origins);
  const reads = recorded.filter(
    (exchange) =>
      exchange.operation.method === "GET" &&
      exchange.response.status < 300 &&
      madeIn(exchange).length === 0,
  );
  const judge = createJudge(judging);
  const again: JudgedExchange[] = [];
  for (const [first] of Map.groupBy(reads, ({ operation }) => operation).values()) {
    const repeated = first && (await repeatExchange(to, first.wire).catch(() => undefined));
    if (repeated) again.push(await judge.judgeExchange(repeated));
  }
  return [...exchanges, ...again];
}

async function repeatExchange(to: URL, wire: WireExchange): Promise<WireExchange> {
  const { method, target, headers } = wire.request;
  const url = new URL(to.origin + to.pathname.replace(/\/$/, "") + target);
  const kept = withoutHeaders(headers, (name) => name === "host" || name === "connection");
  const sent = { url, method, headers: Object.fromEntries(parseRawHeaders(kept)) };
  const result = await sendWireRequest(sent, PATIENCE_MS);
  const response = {
    status: result.status,
    headers: [...result.headers].filter(([name]) => name !== "content-encoding").flat(),
    body: Buffer.from(result.text),
  };
  return { ...wire, receivedAt: Date.now(), response };
}

const PATIENCE_MS = 10_000;
