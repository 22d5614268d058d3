import { createServer } from "node:http";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../testing/postgres.ts";
import { listen } from "./listen.ts";

test.runIf(process.platform === "linux")(
  "one turn of the event loop accepts several connections",
  async () => {
    const server = createServer();
    let accepted = 0;
    server.on("connection", () => (accepted += 1));
    const { address, close } = await listen(server, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => {
      server.close();
      close();
    });
    const sockets = Array.from({ length: 64 }, () => connect(address.port, "127.0.0.1"));
    let turns = 0;
    for (; accepted < sockets.length; turns += 1) await setImmediate();
    for (const socket of sockets) socket.destroy();
    expect(turns).toBeLessThan(sockets.length / 2);
  },
);

test("of two gateways that start on a port at the same moment, one listens", async () => {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const servers = [createServer(), createServer()];
  const starts = servers.map((server) => listen(server, { host: "127.0.0.1", port }));
  const results = await Promise.allSettled(starts);
  for (const server of servers) stack.defer(() => void server.close());
  for (const result of results) if (result.status === "fulfilled") stack.defer(result.value.close);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
