import { createSocket } from "node:dgram";
import { once } from "node:events";
import { lookup } from "node:dns/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createResolve } from "./resolve.ts";

/**
 * A name server with an IPv4 and an IPv6 address of `fine.example` and no address of `none.example`. It ignores other names.
 *
 * @param queries gets each query
 */
async function startNameServer(queries: string[] = []): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const asked = query.toString("latin1");
    // RFC 1035, 4.1.1 and 4.1.2: twelve bytes of header, then the name by its labels, then the type.
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    queries.push(`${asked.includes("fine") ? "fine" : "other"} ${type}`);
    const addresses = asked.includes("fine") ? [addressOf[type]] : [];
    if (!/fine|none/.test(asked)) return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt16BE(0, 10);
    const records = addresses.map((address = Buffer.alloc(0)) =>
      Buffer.concat([
        Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, address.length]),
        address,
      ]),
    );
    const response = [header, query.subarray(12, end), ...records];
    socket.send(Buffer.concat(response), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => {
    socket.close();
  });
  return `127.0.0.1:${socket.address().port}`;
}

/** By the type of record: A and AAAA. */
const addressOf: Readonly<Record<number, Buffer>> = {
  1: Buffer.from([93, 184, 215, 14]),
  28: Buffer.from("26062800021fcb07682080daaf6b8b2c", "hex"),
};

test("all addresses are found, and names without a response do not delay others", async () => {
  const resolve = createResolve([await startNameServer()]);
  let given = 0;
  for (let at = 0; at < 50; at += 1) resolve(`silent-${at}.example`).catch(() => (given += 1));
  expect(await resolve("fine.example")).toEqual([
    "93.184.215.14",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
  ]);
  await expect(resolve("none.example")).rejects.toThrow("has no address");
  expect(given).toBe(0);
});

test.each(["fine.example", "none.example"])(
  "a burst of calls for %s sends one query",
  async (host) => {
    const queries: string[] = [];
    const resolve = createResolve([await startNameServer(queries)]);
    const burst = () => Promise.allSettled(Array.from({ length: 300 }, () => resolve(host)));
    const told = [...(await burst()), ...(await burst())];
    expect(new Set(told.map(({ status }) => status)).size).toBe(1);
    // One for each type of address.
    expect(queries.length).toBe(2);
  },
);

test("a name is queried again after a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const queries: string[] = [];
  const resolve = createResolve([await startNameServer(queries)]);
  await resolve("fine.example");
  vi.advanceTimersByTime(999);
  await resolve("fine.example");
  expect(queries.length).toBe(2);
  vi.advanceTimersByTime(1);
  await resolve("fine.example");
  expect(queries.length).toBe(4);
});

test("localhost is resolved by the machine", async () => {
  const found = await lookup("localhost", { all: true });
  const resolve = createResolve([await startNameServer()]);
  expect(await resolve("localhost")).toEqual(found.map(({ address }) => address));
});
