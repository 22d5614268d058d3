import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { request } from "node:http";
import { expect, test } from "vitest";
import { createLog, logResponse, logFailure } from "./log.ts";
import { OperatorError } from "../../platform/operator-error.ts";
import { serve } from "../../testing/serve.ts";

function collected() {
  const lines: string[] = [];
  return { log: createLog("info", { write: (line) => void lines.push(line) }), lines };
}

test("each request has one line with its id and without its content", async () => {
  const { log, lines } = collected();
  const { url } = await serve({}, log);
  const canary = "4539148803436467";
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const response = await fetch(`${url}/api/v2/orders/payment?${canary}`, {
    method: "POST",
    headers: { "X-Request-ID": id, "X-SERVICE-AUTH": canary },
    body: canary,
  });
  expect(response.headers.get("X-Request-ID")).toBe(id);
  await fetch(`${url}/${canary}`, { headers: { "X-Request-ID": canary } });
  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toContain(canary);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    requestId: id,
    operation: "payOrder",
    status: 401,
    refusal: "not-authenticated",
  });
  expect(lines[1]).toMatch(/"requestId":"[\da-f-]{36}"/);
});

test("a client that closes its connection is not logged as an error", async () => {
  const { log, lines } = collected();
  const { url, jwt } = await serve({}, log);
  const sent = request(`${url}/api/v2/orders/payment`, {
    method: "POST",
    headers: {
      "X-SERVICE-AUTH": jwt,
      "Content-Type": "application/json",
      "Content-Length": 100,
    },
  });
  const arrived = new Promise<void>((resolve) => {
    const channel = "http.server.request.start";
    const look = () => {
      unsubscribe(channel, look);
      resolve();
    };
    subscribe(channel, look);
  });
  sent.on("error", () => undefined).write("{");
  await arrived;
  sent.destroy();
  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 30,
    operation: "payOrder",
    status: 0,
    msg: "client gone",
  });
});

test("an internal error is logged with its stack and cause, without its message", () => {
  const { log, lines } = collected();
  const cause = new TypeError("outer\n    at 4539148803436467");
  const error = new Error("outer 4539148803436467", { cause });
  Object.assign(cause, { code: "4539148803436467" });
  logResponse(log, {
    method: "GET",
    path: "/secret",
    status: 500,
    receivedAt: 0,
    durationMs: 1,
    problem: { kind: "thrown", error },
  });
  expect(lines[0]).not.toContain("/secret");
  expect(lines[0]).not.toContain("4539148803436467");
  const at: unknown = expect.arrayContaining([expect.stringContaining("log.test.ts")]);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 50,
    error: { name: "Error", at, cause: { name: "TypeError", code: "(not shown)", at } },
  });
});

test("the message of an error that the operator can mend is logged, and not that of its cause", () => {
  const { log, lines } = collected();
  const cause = new Error("4539148803436467");
  logFailure(log, new OperatorError("disk-full", "The disk is full.", { cause }));
  expect(lines[0]).not.toContain("4539148803436467");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    error: { code: "disk-full", message: "The disk is full.", cause: { name: "Error" } },
  });
});
