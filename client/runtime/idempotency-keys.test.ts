import type { Operation, StatusResponse } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { createContractClient } from "./contract-client.ts";
import { retryPolicy } from "./retries.ts";
import { json, serve } from "./testing/serve.ts";

interface Operations {
  write: {
    id: "write";
    credentials: never;
    call: [request?: { headers?: { "Idempotency-Key"?: string } }];
    result: StatusResponse<200, unknown>;
  };
}

const write: Operation = {
  id: "write",
  method: "POST",
  path: "/notes",
  summary: "",
  retryable: true,
  parameters: [{ name: "Idempotency-Key", in: "header", type: "string", required: true }],
  responses: { 200: { contentType: "application/json", headers: [] } },
  source: { file: "main.tsp", line: 1, column: 1 },
};

test.each([
  ["the client", {}, { headers: { "Idempotency-Key": () => crypto.randomUUID() } }],
  ["the call", { headers: { "Idempotency-Key": "own" } }, {}],
])("repetitions have the key that %s made", async (_, request, options) => {
  const { baseUrl, seen } = await serve((response, count) => {
    json(response, count % 2 ? 503 : 200, {});
  });
  const retries = retryPolicy({ sleep: () => Promise.resolve() });
  const client = createContractClient<Operations>({ write }, { baseUrl, retries, ...options });
  await client.write(request);
  await client.write({});
  const [first, repeated, second] = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(first).toMatch(/^own$|^[0-9a-f-]{36}$/);
  expect(repeated).toBe(first);
  expect(second).not.toBe(first);
});
