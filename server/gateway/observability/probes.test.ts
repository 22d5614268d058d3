import express from "express";
import { expect, test } from "vitest";
import { listen } from "../../skeleton/testing/listen.ts";
import { createMetrics } from "./metrics.ts";
import { createProbes } from "./probes.ts";
import { openTestGateway } from "../testing/open-gateway.ts";

async function probe(path: string, ping: () => Promise<void>) {
  const gateway = await openTestGateway();
  const deps = { gateway, metrics: createMetrics(), metricsAccess: "anyone" as const, ping };
  await using server = await listen(express().use(createProbes(deps)));
  const response = await fetch(new URL(path, server.url));
  return { status: response.status, text: await response.text() };
}

const answers = () => Promise.resolve();
const fails = () => Promise.reject(new Error("canary"));
const hangs = () => new Promise<never>(() => undefined);

test.each([
  ["answers", answers, 200],
  ["fails", fails, 503],
  ["hangs", hangs, 503],
])("/healthz when the database %s", async (_name, ping, status) => {
  const answer = await probe("/healthz", ping);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain("canary");
});
