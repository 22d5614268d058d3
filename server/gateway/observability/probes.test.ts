import express from "express";
import { expect, test } from "vitest";
import { listen } from "../../skeleton/testing/listen.ts";
import { createMetrics } from "./metrics.ts";
import { createProbes } from "./probes.ts";
import { OperatorError } from "../operator-error.ts";
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

const saysWhy = () => Promise.reject(new OperatorError("disk-full", "canary"));

test("/healthz gives the reason that an operator can mend", async () => {
  const { status, text } = await probe("/healthz", saysWhy);
  expect([status, JSON.parse(text)]).toEqual([503, { status: "disk-full" }]);
});

test.each([
  ["answers", answers, 200],
  ["fails", fails, 503],
  ["hangs", hangs, 503],
])("/healthz when the database %s", async (_name, ping, status) => {
  const answer = await probe("/healthz", ping);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain("canary");
});
