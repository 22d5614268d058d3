import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerMalformed } from "./malformed.ts";

const server = createServer((_request, response) => response.end("understood"));

beforeAll(async () => {
  answerMalformed(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
});

function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    connect((server.address() as AddressInfo).port, "127.0.0.1")
      .setEncoding("utf8")
      .on("data", (chunk: string) => (text += chunk))
      .on("close", () => {
        resolve(text);
      })
      .on("error", reject)
      .end(bytes);
  });
}

test.each([
  ["an unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["a wrong length", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400],
  ["too long a header", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
])("%s is answered in the contract's error shape", async (_, bytes, status) => {
  const answer = await exchange(bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual({
    errorCode: status,
    message: expect.any(String) as string,
  });
});

test("what is HTTP is left alone", async () => {
  expect(await exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).toContain(
    "understood",
  );
});
