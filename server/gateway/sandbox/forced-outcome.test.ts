import { createServer } from "node:http";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { scenarioOf, withBadConnection } from "./forced-outcome.ts";

/** A server that counts what it has carried out. */
async function serve() {
  let done = 0;
  const server = createServer((request, response) => {
    withBadConnection(request, response, () => {
      done += 1;
      response.writeHead(200, { "Content-Type": "text/plain" });
      response.end("done");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const call = (scenario: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      headers: { "X-Sandbox-Scenario": scenario },
    });
  return { call, done: () => done };
}

test("a connection dropped before the work: nothing is done", async () => {
  const { call, done } = await serve();
  await expect(call("drop-before")).rejects.toThrow("fetch failed");
  expect(done()).toBe(0);
});

test("a connection dropped after the work: it is done, and nobody is told", async () => {
  const { call, done } = await serve();
  await expect(call("drop-after")).rejects.toThrow("fetch failed");
  expect(done()).toBe(1);
});

test("a delay", async () => {
  const { call } = await serve();
  const began = performance.now();
  expect((await call("delay:120")).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(115);
});

test.each(["", "delay:", "delay:x", "drop", "500", "nonsense"])(
  "%j leaves the connection alone",
  async (scenario) => {
    const { call, done } = await serve();
    expect(await (await call(scenario)).text()).toBe("done");
    expect(done()).toBe(1);
  },
);

test("an error is asked for by its code", () => {
  const of = (value: string) => scenarioOf({ "x-sandbox-scenario": value });
  expect(["500", "1", "drop-after", "5000", "-1", ""].map(of)).toEqual([
    500,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
