import { describe, expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/contract";
import { writeRaw, type RawForm } from "./raw-form.ts";

const operation: Operation = {
  id: "keep",
  method: "POST",
  path: "/items/{id}.txt",
  summary: "",
  parameters: [],
  responses: {},
  retryable: false,
  source: { file: "main.tsp", line: 1, column: 1 },
};

const wire = {
  url: new URL("http://127.0.0.1:80/shop/items/a%20b.txt?size=1&name=x%2By"),
  method: "POST",
  headers: { "Content-Type": "application/json", Authorization: "Bearer secret" },
  body: '{"name":"ä"}',
};

function written(raw: RawForm): { lines: string[]; body: string } {
  const { head, body } = writeRaw(operation, wire, raw);
  const text = head.toString("latin1");
  expect(text.endsWith("\r\n\r\n")).toBe(true);
  return { lines: text.trimEnd().split("\r\n"), body: body.toString() };
}

test("an empty form is the request with the headers that HTTP needs", () => {
  expect(written({})).toEqual({
    lines: [
      "POST /shop/items/a%20b.txt?size=1&name=x%2By HTTP/1.1",
      "Host: 127.0.0.1",
      "Content-Type: application/json",
      "Authorization: Bearer secret",
      "Content-Length: 13",
    ],
    body: wire.body,
  });
});

describe("the request target", () => {
  test.each<readonly [RawForm, string]>([
    [{ method: "PUT" }, "PUT /shop/items/a%20b.txt?size=1&name=x%2By"],
    [{ target: "{path}/{query}" }, "POST /shop/items/a%20b.txt/?size=1&name=x%2By"],
    [
      { target: "{origin}{path}{query?}" },
      "POST http://127.0.0.1/shop/items/a%20b.txt?size=1&name=x%2By",
    ],
    [{ target: "{path:items:ITEMS}" }, "POST /shop/ITEMS/a%20b.txt"],
    [{ query: "more=1" }, "POST /shop/items/a%20b.txt?size=1&name=x%2By&more=1"],
    [
      { parameters: [{ in: "path", name: "id", text: "{escaped}" }] },
      "POST /shop/items/%61%20%62.txt?size=1&name=x%2By",
    ],
    [
      { parameters: [{ in: "path", name: "id", text: "{twice}" }] },
      "POST /shop/items/%2561%2520%2562.txt?size=1&name=x%2By",
    ],
    [
      { parameters: [{ in: "query", name: "name", text: "{value}%zz", as: "name[]" }] },
      "POST /shop/items/a%20b.txt?size=1&name[]=x%2By%zz",
    ],
    [{ parameters: [{ in: "query", name: "size" }] }, "POST /shop/items/a%20b.txt?name=x%2By"],
  ])("of %j is %s", (raw, line) => {
    expect(written(raw).lines[0]).toBe(`${line} HTTP/1.1`);
  });
});

test("headers are left out, repeated and made from their values", () => {
  const { lines } = written({
    headers: { "content-type": [], authorization: ["{value}", "Basic {credential}"] },
  });
  expect(lines.slice(2)).toEqual([
    "authorization: Bearer secret",
    "authorization: Basic secret",
    "Content-Length: 13",
  ]);
});

describe("the body", () => {
  test.each<readonly [RawForm["body"] & object, string]>([
    [{ text: "[{body},1]" }, '[{"name":"ä"},1]'],
    [{ text: '{open},"x":1}' }, '{"name":"ä","x":1}'],
    [{ text: "{units}" }, String.raw`{"\u006e\u0061\u006d\u0065":"\u00e4"}`],
    [{ text: "x{rest}" }, 'x"name":"ä"}'],
    [{ text: "{quoted}" }, String.raw`"{\"name\":\"ä\"}"`],
    [{ text: "{lines}" }, '{\r\n\t"name": "ä"\r\n}'],
    [{ text: "{hex:41}{hex:c3a4}" }, "Aä"],
    [{ text: "{}", paddedToBytes: 5 }, "{}   "],
    [{ text: "{body}", replaced: { text: '"name"', by: "1" } }, '{1:"ä"}'],
  ])("of %j is %s", (body, text) => {
    expect(written({ body }).body).toBe(text);
  });

  test("is sent in chunks", () => {
    const { lines, body } = written({ chunkBytes: 8, body: { text: "0123456789" } });
    expect(lines.at(-1)).toBe("Transfer-Encoding: chunked");
    expect(body).toBe("8\r\n01234567\r\n2\r\n89\r\n0\r\n\r\n");
  });
});
