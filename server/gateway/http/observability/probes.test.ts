import express from "express";
import { expect, test } from "vitest";
import { listen } from "../../../skeleton/testing/listen.ts";
import { createMetrics } from "./metrics.ts";
import { createProbes } from "./probes.ts";
import { OperatorError } from "../../platform/operator-error.ts";
import { openTestGateway } from "../../testing/open-gateway.ts";

async function probe(path: string, check: () => Promise<void>, stopping = new AbortController()) {
  const gateway = await openTestGateway();
  const deps = {
    gateway,
    metrics: createMetrics(),
    connectionUse: undefined,
    metricsAccess: "anyone" as const,
    checkAlive: check,
    checkWritable: check,
    stopping: stopping.signal,
  };
  await using server = await listen(express().use(createProbes(deps)));
  const response = await fetch(new URL(path, server.url));
  return { status: response.status, text: await response.text() };
}

const responses = () => Promise.resolve();
const fails = () => Promise.reject(new Error("canary"));
const hangs = () => new Promise<never>(() => undefined);

const saysWhy = () => Promise.reject(new OperatorError("disk-full", "canary"));

test.each([
  ["succeeds", responses, 200, "ok"],
  ["fails", fails, 503, "database-unreachable"],
  ["hangs", hangs, 503, "timeout"],
  ["says why it fails", saysWhy, 503, "disk-full"],
])("/healthz and /readyz when their check %s", async (_name, check, status, said) => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await probe(path, check);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.text)).toEqual({ status: said });
  }
});

test("a gateway that is stopping is alive and not ready", async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect((await probe("/healthz", responses, stopping)).status).toBe(200);
  expect(await probe("/readyz", responses, stopping)).toEqual({
    status: 503,
    text: '{"status":"stopping"}',
  });
});
