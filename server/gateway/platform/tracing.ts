import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { LogEvent } from "kysely";

/** Spans are recorded only if the process has loaded an SDK of OpenTelemetry. Otherwise these functions do next to nothing. */
const tracer = trace.getTracer("payment-gateway");

/** Runs the rest of a request in a span, as part of the trace that the client names in `traceparent`. */
export function traceRequest(
  { method = "", headers }: IncomingMessage,
  response: ServerResponse,
  run: () => void,
): void {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { "http.request.method": method };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  if (span.isRecording())
    response.once("close", () => {
      span.setAttribute("http.response.status_code", response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  context.with(trace.setSpan(parent, span), run);
}

/** Names the span of the current request, which begins before its operation is known. */
export function nameSpan(operation: string, attributes: Attributes = {}): void {
  trace.getActiveSpan()?.updateName(operation).setAttributes(attributes);
}

/** Adds attributes to the span of the current work. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Runs work of somebody else, such as a bank, in a span that ends with it. */
export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message may quote what a customer has typed.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records a statement that has ended as a span of the current work. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  // A statement that serves nobody in particular, such as a look at the outbox, would be a trace of its own.
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const { sql } = query;
  const span = tracer.startSpan(/^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "statement", {
    kind: SpanKind.CLIENT,
    startTime: Date.now() - queryDurationMillis,
    // It has placeholders in place of values.
    attributes: { "db.query.text": sql },
  });
  if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Runs work as part of the trace that headers name; without headers, in none. */
export function inTrace<Result>(
  headers: { readonly traceparent?: string | undefined },
  run: () => Result,
): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, headers), run);
}

/** The headers that continue the current trace elsewhere; empty without an SDK. */
export function traceHeaders(): { readonly traceparent?: string } {
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  // Others need no further headers, such as the baggage that a client has sent.
  const { traceparent } = headers;
  return traceparent === undefined ? {} : { traceparent };
}
