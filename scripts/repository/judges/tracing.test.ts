import { context, propagation, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterAll, expect, test } from "vitest";
import { payOnPage } from "../../../server/gateway/testing/paid-order.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
// The other test files of this worker are not traced.
afterAll(async () => {
  for (const api of [trace, context, propagation]) api.disable();
  await provider.shutdown();
});

const requestId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const parent = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };

test("a trace goes from the client's through bank and storage to the callback", async () => {
  const traceparent = `00-${parent.trace}-${parent.span}-01`;
  const { id, callback, close } = await payOnPage({ "X-Request-ID": requestId, traceparent });
  await close();
  const spans = exporter.getFinishedSpans();
  const named = (name: string) => {
    const found = spans.find((span) => span.name === name);
    expect(found, name).toBeDefined();
    return found;
  };
  const order = named("payOrder");
  expect(order?.spanContext().traceId).toBe(parent.trace);
  expect(order?.parentSpanContext?.spanId).toBe(parent.span);
  expect(order?.attributes).toMatchObject({
    "gateway.request_id": requestId,
    "gateway.transaction_id": id,
    "gateway.partner": "P1",
    "http.response.status_code": 200,
  });

  const page = named("page");
  const bank = named("bank decide");
  const attempt = named("callback order.payment");
  for (const span of [page, bank, attempt])
    expect(span?.attributes).toMatchObject({ "gateway.transaction_id": id });
  expect(page?.attributes).toMatchObject({ "gateway.request_id": requestId });
  for (const span of [bank, attempt])
    expect([span?.spanContext().traceId, span?.parentSpanContext?.spanId]).toEqual([
      page?.spanContext().traceId,
      page?.spanContext().spanId,
    ]);
  expect(attempt?.attributes).toMatchObject({
    "gateway.request_id": requestId,
    "gateway.attempt": 1,
    "gateway.outcome": "acknowledged",
    "http.response.status_code": 204,
  });
  const { traceId = "", spanId = "" } = attempt?.spanContext() ?? {};
  expect(callback).toContain(`"traceparent":"00-${traceId}-${spanId}-01"`);

  const statements = spans.filter(({ attributes }) => attributes["db.query.text"] !== undefined);
  for (const span of [order, page])
    expect(statements.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toContain(
      span?.spanContext().spanId,
    );
  expect(statements.filter(({ parentSpanContext }) => !parentSpanContext)).toEqual([]);
  expect(JSON.stringify(statements.map(({ attributes }) => attributes))).not.toContain("o-1");
});
