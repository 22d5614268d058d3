import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../skeleton/testing/listen.ts";
import { withBadConnection } from "./forced-outcome.ts";

/** A server that counts what it has carried out. */
async function serve() {
  let done = 0;
  const { url, [Symbol.asyncDispose]: close } = await listen((request, response) => {
    withBadConnection(request, response, () => {
      done += 1;
      response.writeHead(200, { "Content-Type": "text/plain" });
      response.end("done");
    });
  });
  onTestFinished(close);
  const call = (scenario: string) =>
    fetch(url, {
      headers: { "X-Sandbox-Scenario": scenario },
    });
  return { call, done: () => done };
}

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
