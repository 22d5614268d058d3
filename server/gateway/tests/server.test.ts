import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync } from "node:fs";
import type { ClientRequest, IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import { provider } from "../../provider-states/gateway.ts";
import { httpCases, type Suite } from "../../../conformance/index.ts";
import { anyCredentials } from "../../../conformance/internal.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { testServer } from "../../../conformance/vitest.ts";
import { full } from "../testing/long-test.ts";
import { startDisposableGateway } from "../testing/disposable-gateway.ts";
import { chosen, drawn } from "../testing/drawn.ts";
import { expectRealTime } from "../testing/real-time.ts";

/** There are about 3,000 cases. All of them take half a minute. */
const HTTP_CASES = full ? Infinity : 25;

const database = await takeTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "gateway-"));
const gateway = await startDisposableGateway({ database, environment: { DATA_DIR: folder } });
// From these, the provider makes a JWT itself.
vi.stubEnv("DATA_DIR", folder).stubEnv("DATABASE_URL", database.url);
/** Method, path, status and Cache-Control of every response. */
const responses = new Set<string>();
const keepCaching = (message: unknown) => {
  const { request, response } = message as Finished;
  const { "cache-control": caching = "" } = response.headers;
  responses.add([request.method, request.path, response.statusCode, caching].join(" "));
};

subscribe("http.client.response.finish", keepCaching);
afterAll(() => {
  unsubscribe("http.client.response.finish", keepCaching);
  vi.unstubAllEnvs();
  return gateway[Symbol.asyncDispose]();
});

// The changes that a case makes to the clock are undone after it.
afterEach(() => expectRealTime(gateway));

for (const name of ["gateway", "sandbox"] as const) {
  const suite = await committedSuite(name);
  const include = idsIn(suite).map(({ id }) => id);
  await testServer(suite, () => gateway.url, { provider, include });
}

test("caching of every response is forbidden", () => {
  expect(responses.size).toBeGreaterThan(0);
  expect([...responses].filter((response) => !response.endsWith(" no-store"))).toEqual([]);
});

/**
 * The cases of an ordinary run. The tests of the stores run on both storages, and invalid requests are refused before the storage
 * is used, so PostgreSQL gets a share of the samples and of the valid boundaries only.
 */
function idsIn(suite: Suite): readonly { readonly id: string }[] {
  const { title } = suite.contract;
  const own = suite.constraints("server").cases;
  const valid = own.filter(({ boundary }) => boundary === "valid");
  if (onPostgres)
    return [
      ...drawn(suite.cases, 1 / 4, `samples of ${title}`),
      ...drawn(valid, 1 / 8, `boundaries of ${title}`),
    ];
  const http = httpCases(suite, provider, anyCredentials(suite.contract));
  return [
    ...suite.cases,
    ...drawn(own, 1 / 2, `boundaries of ${title}`),
    ...http.filter(({ group, id }) => group === "responses" && isAsked(id)),
    ...chosen(
      http.filter(({ group }) => group !== "responses"),
      HTTP_CASES,
      `cases of HTTP of ${title}`,
    ),
  ];
}

/** An ordinary run provokes one forbidden response per operation. */
function isAsked(id: string): boolean {
  return full || id.endsWith("undocumented-field-inside");
}

interface Finished {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}
