import { createServer } from "node:http";
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
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
