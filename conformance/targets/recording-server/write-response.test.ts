import { expect, test } from "vitest";
import type { ResponseForm } from "../../cases/clients/call-case.ts";
import { writeRecorderResponse } from "./write-response.ts";

const response = {
  status: 200,
  headers: { ETag: "x" },
  body: { a: "b/c", d: 1 },
  contentType: "application/json",
};

function written(form: ResponseForm): string {
  const elsewhere = new URL("http://b.example/");
  return writeRecorderResponse(
    { ...response, form, elsewhere },
    new URL("http://a.example"),
  ).toString("latin1");
}

test.each<[string, ResponseForm, string]>([
  [
    "another header",
    { headers: { "Content-Type": ["{TYPE}"] } },
    "Content-Type: APPLICATION/JSON\r\n",
  ],
  ["a redirect", { headers: { Location: ["{elsewhere}"] } }, "Location: http://b.example/\r\n"],
  [
    "a redirect to the same server",
    { headers: { Location: ["{here}"] } },
    "Location: http://a.example/redirected",
  ],
  ["another status", { status: 599, reason: "" }, "HTTP/1.1 599 \r\n"],
  [
    "an interim response",
    { interim: ["103 Early Hints"] },
    "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200",
  ],
  [
    "fewer bytes than announced",
    { framing: { kind: "length", missingBytes: 3 } },
    "Content-Length: 20\r\n",
  ],
])("%s", (_, raw, text) => {
  expect(written(raw)).toContain(text);
});

test("each cookie has a line", () => {
  const headers = { "Set-Cookie": ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"] };
  const result = { ...response, headers, form: {}, elsewhere: new URL("http://b.example/") };
  expect(writeRecorderResponse(result, new URL("http://a.example")).toString("latin1")).toContain(
    "Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\nSet-Cookie: b=2\r\n",
  );
});

test("chunks with an extension and a trailer, or without their end", () => {
  const framing = { kind: "chunks", bytes: 10 } as const;
  const body = '\r\n\r\na;x\r\n{"a":"b/c"\r\n7;x\r\n,"d":1}\r\n';
  expect(written({ framing: { ...framing, extension: ";x", trailer: "T: 1" } })).toMatch(
    `${body}0\r\nT: 1\r\n\r\n`,
  );
  expect(
    written({ framing: { ...framing, extension: ";x", isUnfinished: true } }).endsWith(body),
  ).toBe(true);
});
