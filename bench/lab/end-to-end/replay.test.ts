import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isContainer, valueAt } from "@contract-toolkit/contract";
import { replay as run } from "../../../scripts/cli/commands/replay.ts";
import { makeReport, type JsonReport } from "../../../conformance/index.ts";
import { exchangesOfSample, plan } from "../../../conformance/internal.ts";
import {
  startDisposableGateway,
  type DisposableGateway,
} from "../../../server/gateway/testing/disposable-gateway.ts";
import { readBody, withBody } from "../mutation/wire-variations/body.ts";
import { startProxy, type Proxy, type WireResponse } from "../mutation/wire-variations/proxy.ts";
import { replayHere, type ReplayEnded } from "../../../server/gateway/testing/replay.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";

let gateway: DisposableGateway;
let spoiler: Proxy;

beforeAll(async () => {
  gateway = await startDisposableGateway({ database: await takeTestDatabase() });
  spoiler = await startProxy(gateway.url);
  spoiler.onResponse = (request, response) => {
    const path = request.target.split("?")[0] ?? "";
    if (path.endsWith("/transactions") || valueAt(readBody(request), "/subAccounts") !== undefined)
      return withBody({ ...response, status: 503 }, [new Date(), randomUUID()]);
    // The sandbox sets up the cases, so it must work.
    return path.startsWith("/sandbox/") ? response : spoiled(response);
  };
});

afterAll(async () => {
  await spoiler[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

/** Puts random values into a response: two further fields, and a prefix of each text. */
function spoiled(response: WireResponse): WireResponse {
  const body = readBody(response);
  if (!isContainer(body)) return response;
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? `${randomUUID()} ${value}` : value,
  ]);
  const further = { further: randomUUID(), list: [new Date()] };
  return withBody(response, { ...Object.fromEntries(fields), ...further });
}

function replayOn({ url }: { url: URL }, ...args: string[]): Promise<ReplayEnded> {
  const credential = `X-SERVICE-AUTH: ${gateway.token}`;
  return replayHere("gateway", ["--server", url.href, "--header", credential, ...args]);
}

function withoutTimings(json: string): string {
  const { timings, ...rest } = JSON.parse(json) as JsonReport;
  expect(Object.keys(timings)).toContain("startedAt");
  return JSON.stringify(rest, null, 2);
}

test("every documented status and code has a sample", async () => {
  const { contract, cases } = await committedSuite("gateway");
  const { coverage } = makeReport({
    contract,
    target: "server",
    planned: plan(cases, () => Promise.reject(new Error()), exchangesOfSample),
    timed: cases.map((testCase) => ({
      verdict: { case: testCase, target: "server", outcome: "passed", findings: [] },
      milliseconds: 0,
    })),
    known: [],
    timing: { startedAt: new Date(), milliseconds: 0, seed: "" },
  });
  for (const rows of [coverage.statuses, coverage.errorCodes]) {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ exchanges }) => exchanges === 0)).toEqual([]);
  }
});

test("two runs on a server with random faults give the same report apart from the timings", async () => {
  const outputs = [];
  for (const [seed, concurrency] of [
    ["one", "1"],
    ["two", "8"],
  ] as const) {
    const filter = ["--include", "reverseAuthorization/re*", "--concurrency", concurrency];
    const ended = await replayOn(spoiler, ...filter, "--json", "--seed", seed);
    expect(ended.status).toBe(1);
    outputs.push(ended.output);
  }
  const [first = "", second = ""] = outputs.map(withoutTimings);
  const outcomes = (JSON.parse(first) as JsonReport).cases.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "failed").length).toBeGreaterThan(20);
  expect(outcomes).toContain("error");
  expect(second).toBe(first);
});

describe("an error message names the mistake:", () => {
  test.each([
    ["no target", [], "replay needs a contract (a generated one"],
    ["two targets", ["--server", "http://a", "--client", "b"], "replay needs"],
    ["no URL", ["--receiver", "a"], '--receiver "a" is not a URL that starts with http'],
    ["a URL without http", ["--server", "localhost:3000"], "not a URL that starts with http"],
    ["a command without quotes", ["cmd", "--client", "perl"], 'one contract; "cmd" is too many'],
    ["a malformed header", ["--server", "http://a", "--header", "a"], '"a" is not "Name: value"'],
    [
      "no server at the URL",
      ["--server", "http://127.0.0.1:1"],
      "Nothing answers at http://127.0.0.1:1/: ",
    ],
  ])("%s", async (_, args, message) => {
    await expect(run(["generated/gateway", ...args])).rejects.toThrow(message);
  });

  test.each([
    ["no contract", "docs", "`contract generate` writes one"],
    ["a folder of contracts", "generated", "Name one: generated/gateway, "],
  ])("%s", async (_, contract, message) => {
    await expect(run([contract, "--client", "cat"])).rejects.toThrow(message);
  });

  test.each([
    [
      "a report path that is no folder",
      ["--report", "package.json"],
      "--report package.json cannot be written to",
    ],
    ["an unknown case id", ["--include", "lookup/*"], 'No case is left by --include "lookup/*".'],
    ["a missing list", ["--known", "none.txt"], "--known none.txt cannot be read: no such"],
    ["a malformed list", ["--known", "package.json"], "--known package.json: Line 1:"],
    ["a missing provider", ["--provider", "none.ts"], "--provider none.ts is not a file."],
  ])("%s", async (_, args, message) => {
    const server = ["--server", gateway.url.href, "--header", "A: b"];
    await expect(run(["generated/gateway", ...server, ...args])).rejects.toThrow(message);
  });
});
