import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createContractRouter } from "./contract-router.ts";
import { engines } from "./testing/engine.ts";
import { generateContracts, librarySpec } from "./testing/generated.ts";
import { serveLibrary } from "./testing/library-service/served.ts";
import { startLibraryServer } from "./testing/library-service/server.ts";

describe.each(engines)("on the engine %s", async (engine) => {
  const library = await serveLibrary(engine);
  const { contract, server, send } = library;

  beforeEach(library.reset);
  afterAll(() => library[Symbol.asyncDispose]());

  describe("what the contract does not have is refused, never passed on", () => {
    test("HEAD is answered as GET, without the body", async () => {
      const [got, head] = [await send("GET", "/items"), await send("HEAD", "/items")];
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
      expect(head.headers["content-type"]).toBe(got.headers["content-type"]);
      expect((await send("HEAD", "/items?limit=none")).status).toBe(400);
      expect((await send("HEAD", "/nothing")).status).toBe(404);
    });

    test("a contract without operations does not start", () => {
      expect(() =>
        createContractRouter({ ...contract, operations: {} }, {}, undefined as never),
      ).toThrow("has no operation");
    });

    test("a missing or further handler does not start", () => {
      const others = {
        addItem: () => undefined,
        lendItem: () => undefined,
      } as never;
      expect(() => createContractRouter(contract, others, undefined as never)).toThrow(
        "no handler for findItems, removeItem, readLabel",
      );
    });
  });

  test("the signal of a handler aborts when its client goes away", async () => {
    const aborted = new Promise<void>((resolve) => {
      server.handlers["findItems"] = ({ signal }, reply) =>
        new Promise((answer) => {
          signal.addEventListener("abort", () => {
            resolve();
            answer(reply(200, []));
          });
          socket.destroy();
        });
    });
    const socket = connect(Number(server.url.port), "127.0.0.1", () => {
      socket.write("GET /items HTTP/1.1\r\nHost: a\r\n\r\n");
    });
    await aborted;
  });

  test("a handler that stops because its client went away has not failed", async () => {
    server.handlers["findItems"] = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reject(signal.reason as Error);
        });
        socket.destroy();
      });
    const socket = connect(Number(server.url.port), "127.0.0.1", () => {
      socket.write("GET /items HTTP/1.1\r\nHost: a\r\n\r\n");
    });
    const gone = () => server.answered.find(({ status }) => status === 0);
    await expect.poll(gone).toBeDefined();
    expect(gone()).not.toHaveProperty("problem");
  });

  test("who is refused while still sending is told that the connection closes", async () => {
    for (const length of ["Content-Length: 200000", "Transfer-Encoding: chunked"]) {
      const socket = connect(Number(server.url.port), "127.0.0.1");
      socket.write(`POST /items HTTP/1.1\r\nHost: a\r\n${length}\r\n`);
      socket.write("Content-Type: application/json\r\n\r\n");
      if (length.startsWith("T"))
        socket.write(`${(120_000).toString(16)}\r\n${"1".repeat(120_000)}`);
      const [answer] = (await once(socket.setEncoding("utf8"), "data")) as [string];
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toContain("Connection: close");
      socket.destroy();
    }
  });

  test("a server URL whose variable is empty by default lets nothing pass", async () => {
    const folder = await mkdtemp(join(tmpdir(), "empty-server-"));
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    const catalogue = await readFile(join(dirname(librarySpec), "catalogue.tsp"), "utf8");
    const server = '@server("{base}", "Anywhere.", { base: string = "" })\nnamespace Catalogue;';
    await writeFile(join(folder, "main.tsp"), catalogue.replace("namespace Catalogue;", server));
    const others = await generateContracts(join(folder, "main.tsp"));
    await rm(folder, { recursive: true });
    const other = await others.contract("catalogue");
    await using served = await startLibraryServer(other, await others.engine(other, engine));
    const refused = await fetch(new URL("/items?limit=0", served.url));
    expect([refused.status, served.received]).toEqual([400, []]);
  });
});
