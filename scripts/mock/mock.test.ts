import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mock } from "../cli/commands/mock.ts";
import { loadContracts } from "./load.ts";
import type { OpenServer } from "./open-server.ts";
import { startMock } from "./server.ts";
import { anyCredentials, loadProvider } from "@contract-toolkit/conformance/internal";
import { testServer } from "@contract-toolkit/conformance/vitest";
import { follow } from "../../server/skeleton/testing/running-process.ts";
import { startReceiver } from "../../conformance/testing/receiver.ts";
import { committedSuite } from "../../conformance/testing/suites.ts";

const credential = { "X-SERVICE-AUTH": "Bearer anything" };
const suites = await Promise.all((["gateway", "merchant", "sandbox"] as const).map(committedSuite));
let served: OpenServer;
let lines: string[];

beforeAll(async () => {
  lines = [];
  served = await serve();
});

afterAll(() => served.close());

async function serve(further: { failShare?: number; seed?: string } = {}): Promise<OpenServer> {
  return startMock({
    suites,
    providers: new Map([["merchant", await loadProvider(undefined, "merchant")]]),
    log: (line) => lines.push(line),
    ...further,
  });
}

async function ask(path: string, init: RequestInit = {}, { url } = served) {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { ...credential, ...(init.headers as Record<string, string> | undefined) },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    response: response.headers.get("x-mock-sample"),
    body: (text === "" ? undefined : JSON.parse(text)) as unknown,
  };
}

const list = "/api/v2/orders/transactions";

function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

/** The request body of a sample of payOrder. */
function requestOf(name: string): Record<string, unknown> {
  const [gateway] = suites;
  const found = gateway?.cases.find(({ id }) => id === `payOrder/${name}`);
  return structuredClone(found?.request.body) as Record<string, unknown>;
}

for (const suite of suites)
  await testServer(suite, () => served.url, {
    stateless: true,
    headers: anyCredentials(suite.contract),
    include: suite.cases.map(({ id }) => id),
  });

describe("a response", () => {
  test("is that of the matching sample, whatever values the client generates", async () => {
    const body = requestOf("pay-by-qr-code");
    const reference = body["partnerReference"] as Record<string, Record<string, unknown>>;
    reference["order"] = { ...reference["order"], id: "MY-OWN-1" };
    const found = await ask("/api/v2/orders/payment", post(body, { "X-Language": "vi" }));
    expect(found).toMatchObject({ status: 200, response: "sample pay-by-qr-code" });
  });

  test("has the id in the path", async () => {
    const id = "9a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d";
    const found = await ask(`/sandbox/authentications/${id}/result`, post({ status: "VERIFIED" }));
    expect(found).toMatchObject({ status: 200, response: "sample holder-confirms; nearest" });
    expect(JSON.stringify(found.body)).toContain(id);
  });

  test("is an error that depends on state only if the client asks for it", async () => {
    const asked = requestOf("sub-account-missing");
    expect(await ask("/api/v2/orders/payment", post(asked))).toMatchObject({ status: 200 });
    const init = post(asked, { Prefer: "example=sub-account-missing" });
    expect(await ask("/api/v2/orders/payment", init)).toMatchObject({ status: 400 });
  });

  test("is an error if the request equals its sample", async () => {
    const init = post(requestOf("unknown-sub-account"), { "X-Account-Ref-ID": "SUB-99" });
    expect(await ask("/api/v2/orders/payment", init)).toMatchObject({
      status: 400,
      response: "sample unknown-sub-account",
    });
  });

  test.each([
    ["code=409", 409, /^sample duplicate-order; nearest$|^sample duplicate-order$/, "code=409"],
    ["example=server-error", 500, /^sample server-error$/, "example=server-error"],
    ["dynamic=true", 200, /^derived$/, "dynamic=true"],
    ["code=418", 200, /ignored="code=418"$/, null],
    ["example=none", 200, /ignored="example=none"$/, null],
  ])("follows Prefer: %s", async (prefer, status, response, applied) => {
    const init = post(requestOf("pay-at-chosen-bank"), { Prefer: prefer });
    const found = await ask("/api/v2/orders/payment", init);
    expect(found.status).toBe(status);
    expect(found.response).toMatch(response);
    expect(found.headers.get("preference-applied")).toBe(applied);
  });

  test("can be read by pages of other origins, with its headers", async () => {
    const { headers } = await ask(list, { headers: { Origin: "https://app.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("X-Mock-Sample");
    const preflight = await ask(list, {
      method: "OPTIONS",
      headers: { Origin: "https://app.example", "Access-Control-Request-Method": "GET" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Prefer");
  });
});

describe("a refusal", () => {
  test("names the violations in the documented form", async () => {
    const found = await ask(
      "/api/v2/orders/payment",
      post({ transaction: { amount: "much".repeat(500_000) } }),
    );
    expect(found).toMatchObject({ status: 400, body: { errorCode: 1 } });
    const { errors } = found.body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["transaction.amount", "partnerReference"]),
    );
    expect(lines.at(-1)).toContain("POST /api/v2/orders/payment 400 ");
  });

  test.each([
    ["without a credential", list, { headers: { "X-SERVICE-AUTH": "" } }, 401],
    ["of an unknown path", "/nowhere", {}, 404],
    ["of another method", list, { method: "DELETE" }, 405],
    ["of another content type", "/api/v2/orders/payment", { method: "POST", body: "text" }, 415],
  ])("%s has the documented form", async (_, path, init, status) => {
    const found = await ask(path, init);
    expect(found.status).toBe(status);
    expect(found.body).toMatchObject({ errorCode: expect.any(Number) as number });
    expect(found.response).toMatch(/^sample |^derived$/);
  });
});

test("a share of the requests fails, the same ones for the same seed", async () => {
  const statuses = async () => {
    const failing = await serve({ failShare: 0.25, seed: "one" });
    const found: number[] = [];
    for (let count = 0; count < 40; count += 1) found.push((await ask(list, {}, failing)).status);
    await failing.close();
    return found;
  };
  const first = await statuses();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await statuses()).toEqual(first);
});

describe("a requested callback", () => {
  test.each(["receivePayment", "order.payment"])(
    "is sent as %s with a new signature",
    async (name) => {
      await using receiver = await startReceiver("sample-partner-secret-0123456789abcdef");
      const found = await ask(
        `/__mock/callbacks/${name}`,
        post({ url: receiver.url, example: "paid" }),
      );
      expect(found).toMatchObject({
        status: 200,
        body: { sent: "receivePayment/paid", status: 204 },
      });
      expect(lines.at(-1)).toContain(`callback receivePayment/paid to ${receiver.url.href}: 204`);
    },
  );

  test.each([
    [
      "by a web page",
      "receivePayment",
      post({ url: "http://127.0.0.1:1" }, { Origin: "http://a" }),
      403,
    ],
    ["to another scheme than http", "receivePayment", post({ url: "file:///etc/hosts" }), 400],
    ["of an unknown name", "nothing", post({ url: "http://127.0.0.1:1" }), 404],
    ["of a malformed name", "%ZZ", post({ url: "http://127.0.0.1:1" }), 400],
    ["with a form", "receivePayment", { method: "POST", body: new URLSearchParams("url=a") }, 400],
    ["to a missing receiver", "receivePayment", post({ url: "http://127.0.0.1:1" }), 502],
  ])("%s is not sent", async (_, name, init, status) => {
    expect(await ask(`/__mock/callbacks/${name}`, init)).toMatchObject({ status });
  });
});

describe("the command", () => {
  test("finishes open requests on SIGTERM", async () => {
    const args = ["scripts/cli/contract.ts", "mock", "generated/merchant", "--port", "0"];
    const running = follow(spawn(process.execPath, [...args, "--delay", "1500"]));
    const [, url = ""] = await running.printed(/ at (\S+)$/m);
    const asking = request(new URL("/callbacks/payment", url), {
      headers: { Expect: "100-continue" },
    });
    const answered = once(asking, "response");
    asking.flushHeaders();
    // The mock has received the request and responds after the delay.
    await once(asking, "continue");
    const ended = running.end("SIGTERM");
    asking.end();
    const [{ statusCode }] = (await answered) as [IncomingMessage];
    expect(statusCode).toBe(405);
    expect(await ended).toBe(0);
  });

  test("serves every contract in a folder and refuses contracts with the same paths", async () => {
    const found = await loadContracts(["generated", "generated/gateway"]);
    expect(found.map(({ contract }) => contract.name)).toEqual(["gateway", "merchant", "sandbox"]);
    const folder = await mkdtemp(join(tmpdir(), "mock-"));
    await cp("generated/gateway", join(folder, "gateway"), { recursive: true });
    await expect(loadContracts(["generated", folder])).rejects.toThrow(/both have the path/);
    await rm(folder, { recursive: true });
  });

  test.each([
    [[], "needs a contract"],
    [["docs"], "has no generated contract"],
    [["generated", "--delay", "soon"], "--delay"],
    [["generated", "--delay", "500-100"], "--delay"],
    [["generated", "--fail", "2"], "--fail"],
    [["generated", "--fail", "101%"], "--fail"],
    [["generated", "--port", "70000"], "port"],
  ])("refuses %j", async (args, message) => {
    await expect(mock(args)).rejects.toThrow(message);
  });
});
