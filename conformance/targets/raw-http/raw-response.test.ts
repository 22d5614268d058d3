import { describe, expect, test } from "vitest";
import { parseResponse } from "./raw-response.ts";

function read(text: string, { method = "GET", isEnded = false } = {}) {
  return parseResponse(Buffer.from(text), method, isEnded);
}

describe("a response ends", () => {
  test.each([
    ["after its Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP", "ok", 4],
    [
      "after its last chunk",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nX: y\r\n\r\nHTTP",
      "ok",
      4,
    ],
    [
      "after its head, if the status has no body",
      "HTTP/1.1 204 No Content\r\nX: y\r\n\r\nHTTP",
      "",
      4,
    ],
    [
      "after the response that follows an interim one",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "ok",
      0,
    ],
  ])("%s", (_, text, body, left) => {
    const found = read(text);
    expect(found?.response.text).toBe(body);
    expect(text.length - (found?.length ?? 0)).toBe(left);
    expect(found?.isLast).toBe(false);
  });

  test("with the connection, if it has no length", () => {
    const text = "HTTP/1.1 200 OK\r\n\r\nok";
    expect(read(text)).toBeUndefined();
    expect(read(text, { isEnded: true })).toMatchObject({ isLast: true, response: { text: "ok" } });
  });

  test("after its head, if the method is HEAD", () => {
    const found = read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", { method: "HEAD" });
    expect(found?.response.text).toBe("");
  });
});

test.each([
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
])("%j is incomplete", (text) => {
  expect(read(text)).toBeUndefined();
});

test("the header Connection: close ends the connection", () => {
  const text = "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  expect(read(text)).toMatchObject({ isLast: true, response: { status: 413 } });
});

const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

test.each([
  "SSH-2.0\r\n\r\n",
  "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
  ...["", "+2", "-2", "0x2", "2.0", "2x", "2, 2", "9".repeat(20)].map(
    (length) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nok`,
  ),
  ...["", "-2", "+2", "0x2", "2x", "2 x", ";a=b", "f".repeat(20)].map(
    (size) => `${chunked}${size}\r\nok\r\n0\r\n\r\n`,
  ),
  `${chunked}2\r\nokay0\r\n\r\n`,
])("%j is no response", (text) => {
  expect(() => read(text)).toThrow("the response");
});
