import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import express from "express";
import { describe, expect, test } from "vitest";
import {
  field,
  file,
  formOf,
  startDropBox,
  type DropBox,
  type DropBoxHandlers,
  type Part,
} from "../../testing/drop-box.ts";
import { growthOf } from "../../testing/processor-time.ts";

const drop = (box: DropBox, parts: readonly Part[]) => box.send("POST", "/forms", ...formOf(parts));

const picture = file("file", "PNG");

describe("a form of several parts", () => {
  test("arrives part by part with documented types", async () => {
    await using box = await startDropBox();
    const note = { head: 'name="note"\r\nContent-Type: application/json', content: '{"text":"é"}' };
    const parts = [field("size", "3"), field("tags", "a"), field("tags", "b"), picture, note];
    const { status, text } = await drop(box, [...parts, field("title", "late"), field("new", "x")]);
    expect([status, text]).toEqual([
      200,
      'size=3 tags="a" tags="b" file:a.png:3 note={"text":"é"} title="late"',
    ]);
  });

  const title = field("title", "a");
  test.each<[string, readonly Part[], string, RegExp]>([
    ["a field that is too long", [field("title", "longer"), picture], "title", /at most 5/],
    ["an item that is empty", [title, field("tags", ""), picture], "tags[0]", /at least 1/],
    ["a file that is missing", [title], "file", /required/],
    ["a file of another type", [title, file("file", "a", "text/html")], "file", /image\/png/],
    ["JSON that breaks its rules", [title, field("note", "{}"), picture], "note.text", /required/],
    ["JSON that nests too deep", [title, field("note", "[".repeat(70))], "note", /64 levels/],
  ])(
    "is refused for %s, even if the handler does not read it or ignores the error",
    async (_, parts, name, reason) => {
      for (const handlers of [{}, lookingAtNothing, takingNoNotice]) {
        await using box = await startDropBox({ handlers });
        expect((await drop(box, parts)).status).toBe(400);
        expect(box.answered[0]?.problem).toMatchObject({
          kind: "invalid-request",
          violations: [{ field: name, reason: expect.stringMatching(reason) as string }],
        });
      }
    },
  );

  test("can be left in the middle of a file", async () => {
    await using box = await startDropBox({
      handlers: {
        async drop({ body }, reply) {
          const names: string[] = [];
          for await (const part of body) {
            names.push(part.name);
            if (part.name === "file") for await (const chunk of part.body) if (chunk.length) break;
            if (part.name === "others") break;
          }
          return reply(200, names.join());
        },
      },
    });
    const large = file("file", Buffer.alloc(1_000_000));
    const parts = [large, file("others", Buffer.alloc(500_000)), file("others", "b")];
    expect((await drop(box, [...parts, title])).text).toBe("file,others");
    expect((await drop(box, parts)).status).toBe(400);
  });

  test("can be read as a whole", async () => {
    await using box = await startDropBox({
      handlers: {
        async drop({ body }, reply) {
          const { title, file, others = [] } = await body.read();
          const texts = await Promise.all(
            [file, ...others].map((formFile) => formFile.body.text()),
          );
          return reply(200, [title, ...texts].join());
        },
      },
    });
    const others = ["b", "c"].map((content) => file("others", content, "text/plain"));
    expect((await drop(box, [...others, picture, title])).text).toBe("a,PNG,b,c");
  });

  test("can be read behind express.raw()", async () => {
    await using raw = await startDropBox({ before: [express.raw({ type: "*/*" })] });
    expect((await drop(raw, [title, picture])).text).toBe('title="a" file:a.png:3');
  });
});

const lookingAtNothing: DropBoxHandlers = { drop: (_, reply) => reply(200, "fine") };
const takingNoNotice: DropBoxHandlers = {
  async drop({ body }, reply) {
    try {
      for await (const part of body) if ("body" in part) await part.body.bytes();
    } catch {
      // Ignored on purpose.
    }
    return reply(200, "fine");
  },
};

describe("uploads are limited", () => {
  const title = field("title", "a");

  test("by bytes of the body", async () => {
    await using box = await startDropBox({ uploads: { limitBytes: 1_000 } });
    const bytes = { "content-type": "application/octet-stream" };
    expect((await box.send("PUT", "/bytes", bytes, "x".repeat(1_000))).text).toBe("1000");
    expect((await box.send("PUT", "/bytes", bytes, "x".repeat(1_001))).status).toBe(413);
    const chunked = { ...bytes, "transfer-encoding": "chunked" };
    expect((await box.send("PUT", "/bytes", chunked, "x".repeat(1_001))).status).toBe(413);
    expect((await drop(box, [title, file("file", "x".repeat(1_000))])).status).toBe(413);
  });

  test("by operation, by file, by fields and by number of parts", async () => {
    const limitBytes = ({ id }: { id: string }) => (id === "drop" ? 100_000 : 10);
    await using box = await startDropBox({
      bodyLimitBytes: 100,
      uploads: { limitBytes, fileLimitBytes: 2_000, maxParts: 4 },
    });
    expect((await drop(box, [title, file("file", "x".repeat(2_000))])).status).toBe(200);
    expect((await drop(box, [title, file("file", "x".repeat(2_001))])).status).toBe(413);
    const long = [field("tags", "x".repeat(60)), field("tags", "x".repeat(60))];
    expect((await drop(box, [title, ...long, picture])).status).toBe(413);
    const many = Array.from({ length: 5 }, () => field("new", ""));
    expect((await drop(box, [title, picture, ...many])).status).toBe(400);
    const bytes = { "content-type": "application/octet-stream" };
    expect((await box.send("PUT", "/bytes", bytes, "x".repeat(11))).status).toBe(413);
  });

  test("huge headers of a part are cut", async () => {
    await using box = await startDropBox();
    const huge = { head: `name="title"\r\nX-A: ${"a".repeat(1_000_000)}`, content: "a" };
    expect((await drop(box, [huge, picture])).text).toBe('title="a" file:a.png:3');
    const name = { head: `name="${"a".repeat(1_000_000)}"`, content: "a" };
    expect((await drop(box, [name, title, picture])).status).toBe(200);
    // Later headers are ignored, so the file has no content type.
    for (const before of [`X-A: ${"a".repeat(9_000)}`, "X-A: a\r\n".repeat(9).trimEnd()]) {
      const late = { head: `name="file"\r\n${before}\r\nContent-Type: image/png`, content: "" };
      expect((await drop(box, [title, late])).status).toBe(400);
    }
  });

  test("a client sends no faster than the handler reads", async () => {
    let sent = 0;
    const read = Promise.withResolvers<undefined>();
    await using box = await startDropBox({
      handlers: {
        async store({ body }, reply) {
          for await (const chunk of body) await (chunk.length && read.promise);
          return reply(200, String(sent));
        },
      },
    });
    const headers = { "content-type": "application/octet-stream" };
    const upload = httpRequest({ port: box.port, method: "PUT", path: "/bytes", headers });
    const chunk = Buffer.alloc(65_536);
    // Sockets buffer some megabytes.
    while (upload.write(chunk) || sent < 100) {
      sent += 1;
      if (sent === 140) break;
      if (upload.writableNeedDrain && !(await drainedWithin(upload, 50))) break;
    }
    expect(sent).toBeLessThan(140);
    read.resolve(undefined);
    upload.end();
    const [response] = (await once(upload, "response")) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, "end");
  });

  test("a client that stops sending gets a 408", async () => {
    await using box = await startDropBox({ idleTimeoutMs: 50 });
    const socket = connect(box.port, "127.0.0.1");
    socket.write(
      "PUT /bytes HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nContent-Length: 9\r\n\r\nab",
    );
    const [response] = (await once(socket, "data")) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, "close");
  });

  test("a client that leaves ends the upload", async () => {
    const ended = Promise.withResolvers<unknown>();
    await using box = await startDropBox({
      handlers: {
        async drop({ body }, reply) {
          try {
            for await (const part of body) if ("body" in part) await part.body.bytes();
          } catch (error) {
            ended.resolve(error);
            throw error;
          }
          return reply(200, "");
        },
      },
    });
    const socket = connect(box.port, "127.0.0.1");
    const [, body] = formOf([title, file("file", "x")], "");
    socket.write(
      `POST /forms HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n${body.toString()}`,
      () => socket.destroy(),
    );
    expect(await ended.promise).toMatchObject({ code: "client-gone" });
    await expect.poll(() => box.answered[0]?.status).toBe(0);
  });

  // Time is measured only in the full run.
  test.runIf(process.env["FULL"] === "1")("the cost of a form is linear in its bytes", async () => {
    await using box = await startDropBox({ uploads: { maxParts: 100_000 } });
    const upload = (units: number) =>
      drop(box, [
        title,
        picture,
        ...Array.from({ length: units * 500 }, () => field("new", "--x")),
      ]);
    expect(await growthOf(upload)).toBeLessThan(9);
    const oneFile = (units: number) =>
      drop(box, [title, file("file", "\r\n--".repeat(units * 100_000))]);
    expect(await growthOf(oneFile)).toBeLessThan(9);
  });
});

async function drainedWithin(stream: NodeJS.EventEmitter, milliseconds: number): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([once(stream, "drain").then(() => true), late]);
}

test("a form is read with and without a body parser, and names such as __proto__ are harmless", async () => {
  for (const before of [[express.urlencoded({ extended: false })], []]) {
    await using box = await startDropBox({ before });
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const form = "title=a&size=2&tags=b&__proto__=b&constructor=c";
    const { text } = await box.send("POST", "/entries", type, form);
    expect(JSON.parse(text)).toMatchObject({ title: "a", size: 2, tags: ["b"] });
    expect(({} as Record<string, unknown>)["b"]).toBeUndefined();
  }
});

test("an undocumented content type is not sent", async () => {
  const enter = (_: unknown, reply: (...given: unknown[]) => never) =>
    reply(200, "a", { "content-type": "text/html" });
  await using box = await startDropBox({ handlers: { enter: enter as never } });
  const json = { "content-type": "application/json" };
  expect((await box.send("POST", "/entries", json, '{"title":"a"}')).status).toBe(500);
  expect(JSON.stringify(box.answered[0]?.problem)).toContain("application/json or text/csv");
});
