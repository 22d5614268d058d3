import { expect, test } from "vitest";
import { contract } from "../../../../generated/gateway/index.ts";
import { DuplicateOrderError } from "../../domain/errors.ts";
import { createMetrics } from "./metrics.ts";

const request = {
  operation: contract.operations.payOrder,
  method: "POST",
  path: "/canary",
  receivedAt: 0,
  durationMs: 30,
};
const nothingOwed = { pending: 0, dead: 0, oldestAt: undefined };

test("counts requests by operation and status, refusals by cause, and durations", async () => {
  const metrics = createMetrics();
  metrics.countRequest({ ...request, status: 200 });
  metrics.countRequest({
    ...request,
    status: 400,
    receivedAt: 0,
    durationMs: 70,
    problem: {
      kind: "invalid-request",
      violations: [{ field: "canary", reason: "canary" }],
      omittedViolations: 0,
    },
  });
  const error = new DuplicateOrderError("canary");
  const problem = { kind: "thrown", error } as const;
  metrics.countRequest({ ...request, status: 409, problem });
  const lines = (await metrics.text({ backlog: nothingOwed }, 0)).split("\n");
  const label = 'operation="payOrder"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `gateway_requests_total{${label},status="200"} 1`,
      `gateway_requests_total{${label},status="400"} 1`,
      `gateway_refusals_total{${label},cause="invalid-request"} 1`,
      `gateway_refusals_total{${label},cause="duplicate-order"} 1`,
      `gateway_request_duration_seconds_bucket{le="0.025",${label}} 0`,
      `gateway_request_duration_seconds_bucket{le="0.05",${label}} 2`,
      `gateway_request_duration_seconds_bucket{le="0.1",${label}} 3`,
      `gateway_request_duration_seconds_bucket{le="+Inf",${label}} 3`,
      `gateway_request_duration_seconds_sum{${label}} 0.13`,
      `gateway_request_duration_seconds_count{${label}} 3`,
    ]),
  );
  expect(lines.join("\n")).not.toContain("canary");
});

test("shows the outbox and counts attempts by outcome", async () => {
  const metrics = createMetrics();
  const event = { createdAt: 10_000 };
  metrics.countAttempt(event, { outcome: "acknowledged", tookMs: 20 }, 10_400);
  for (const tookMs of [15_000, 15_000])
    metrics.countAttempt(event, { outcome: "timed-out", tookMs }, 25_000);
  metrics.setOverdueAttempts(2);
  const backlog = { pending: 3, dead: 1, oldestAt: 10_000 };
  expect((await metrics.text({ backlog }, 12_500)).split("\n")).toEqual(
    expect.arrayContaining([
      'gateway_delivery_attempts_total{outcome="acknowledged"} 1',
      'gateway_delivery_attempts_total{outcome="timed-out"} 2',
      "gateway_delivery_attempts_overdue 2",
      "gateway_delivery_attempt_duration_seconds_sum 30.02",
      "gateway_delivery_delay_seconds_sum 0.4",
      "gateway_delivery_delay_seconds_count 1",
      "gateway_outbox_pending 3",
      "gateway_outbox_dead 1",
      "gateway_outbox_oldest_seconds 2.5",
    ]),
  );
  expect((await metrics.text({ backlog: nothingOwed }, 5)).split("\n")).toContain(
    "gateway_outbox_oldest_seconds 0",
  );
});

test("counts pages and calls of the bank", async () => {
  const metrics = createMetrics();
  metrics.countPage({ status: 303, durationMs: 20 });
  metrics.countBankCall({ call: "decide", result: "timed-out", tookMs: 10_000 });
  expect((await metrics.text({ backlog: nothingOwed }, 0)).split("\n")).toEqual(
    expect.arrayContaining([
      'gateway_requests_total{operation="page",status="303"} 1',
      'gateway_request_duration_seconds_sum{operation="page"} 0.02',
      'gateway_bank_calls_total{call="decide",result="timed-out"} 1',
      'gateway_bank_call_duration_seconds_sum{call="decide"} 10',
    ]),
  );
});
