import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "./metrics.ts";
import { createProbes } from "./probes.ts";
import { openTestGateway } from "../testing/open-gateway.ts";

async function probe(path: string, ping: () => Promise<void>) {
  const gateway = await openTestGateway();
  const deps = { gateway, metrics: createMetrics(), metricsAccess: "anyone" as const, ping };
  const server = createServer(express().use(createProbes(deps))).listen(0);
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://localhost:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

const answers = () => Promise.resolve();
const fails = () => Promise.reject(new Error("canary"));
const hangs = () => new Promise<never>(() => undefined);

test.each([
  ["answers", answers, 200],
  ["fails", fails, 503],
  ["hangs", hangs, 503],
])("healthy or not, when the database %s", async (_name, ping, status) => {
  const answer = await probe("/healthz", ping);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain("canary");
});

test("what waits in the outbox is in the metrics", async () => {
  const { text } = await probe("/metrics", answers);
  expect(text).toContain("gateway_outbox_pending 0\n");
});
