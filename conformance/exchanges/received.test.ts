import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import { playOnClient } from "../index.ts";
import { operation, sampleOf } from "../testing/one-operation.ts";
import { libraryContract } from "../testing/report.ts";
import type { ShownExchange } from "./exchange.ts";

const secret = "sample.credential.value";

/** The exchange that is shown for a client that sends this request. */
async function shown(
  changes: Partial<Operation>,
  target: string,
  init: RequestInit = {},
): Promise<ShownExchange | undefined> {
  const own = { ...operation, ...changes };
  const contract = { ...libraryContract, operations: { add: own } };
  const sample = sampleOf({ title: "Rivers" }, { operation: own });
  const { outcome, exchanges } = await playOnClient(contract, sample, {
    async call(server) {
      await fetch(new URL(target, server), { method: "POST", ...init });
      throw new Error("refused");
    },
  });
  expect(outcome).toBe("failed");
  return exchanges?.[0];
}

test("a finding about a client has its request, the response and a command that repeats the request", async () => {
  const exchange = await shown({}, "/items/%C3%A9?a=it's", {
    headers: { "Content-Type": "application/json", "X-A": "b" },
    body: '{"title":"Seas"}',
  });
  expect(exchange).toMatchObject({
    request: {
      method: "POST",
      url: "/items/%C3%A9?a=it%27s",
      headers: { "content-type": "application/json", "x-a": "b" },
      body: '{"title":"Seas"}',
    },
    response: { status: 204, headers: {}, body: "" },
  });
  const { curl = "" } = exchange ?? {};
  expect(curl).toMatch(
    /^curl -i -g --path-as-is -X POST "\$SERVER_URL"'\/items\/%C3%A9\?a=it%27s' /,
  );
  expect(curl).toContain("-H 'x-a: b'");
  expect(curl).toContain(`--data-binary '{"title":"Seas"}'`);
  expect(curl).not.toMatch(/host:|connection:|content-length:|accept-encoding:|127\.0\.0\.1/);
});

test.each([
  ["header", "X-Key", "/items", { "X-Key": secret }, `-H 'x-key: '"$X_KEY"`],
  ["header", "Authorization", "/items", { Authorization: `Bearer ${secret}` }, '"$AUTHORIZATION"'],
  ["query", "key", `/items?key=${secret}`, {}, `"$SERVER_URL"'/items?key='"$KEY"`],
  ["cookie", "session", "/items", { Cookie: `a=b; session=${secret}` }, `session='"$SESSION"`],
] as const)(
  "a credential in a %s, %s, is a shell variable",
  async (place, name, target, headers, line) => {
    const security = [[{ scheme: "Key", in: place, name }]];
    const exchange = await shown({ security }, target, { headers, body: `again ${secret}` });
    expect(exchange?.curl).toContain(line);
    expect(JSON.stringify(exchange)).not.toContain(secret);
  },
);

test.each([
  ["query", "key", "/items?key=a%2Bkey%2Fin%3Dbase64", {}, "KEY_ENCODED"],
  ["cookie", "session", "/items", { Cookie: "session=a%2Bkey%2Fin%3Dbase64" }, "SESSION_ENCODED"],
] as const)(
  "a percent-encoded credential in a %s is another shell variable",
  async (place, name, target, headers, variable) => {
    const security = [[{ scheme: "Key", in: place, name }]];
    const exchange = await shown({ security }, target, { headers });
    expect(exchange?.curl).toContain(`${name}='"$${variable}"`);
    expect(JSON.stringify(exchange)).not.toContain("base64");
  },
);
