import { describe, expect, test } from "vitest";
import { problemDetails } from "../index.ts";
import { startBookshelf } from "../testing/bookshelf.ts";
import type { SentHeaders } from "../testing/listen.ts";
import { validator } from "../testing/small-contract.ts";

const json = { "Content-Type": "application/json" };

const oneForm =
  "The body must be sent as application/json, without Content-Encoding, another charset than UTF-8 or a second type.";

test.each<[string, [string, string, SentHeaders?, string?], number, object]>([
  ["an unknown path", ["GET", "/nothing"], 404, { title: "Not Found" }],
  [
    "another method",
    ["PUT", "/books"],
    405,
    { title: "Method Not Allowed", detail: "This path takes GET, POST, HEAD only." },
  ],
  [
    "a wrong parameter",
    ["GET", "/books?limit=x"],
    400,
    {
      title: "Bad Request",
      detail: "The request is not valid; see errors.",
      errors: [{ field: "limit", reason: "must be an integer" }],
    },
  ],
  [
    "another media type",
    ["POST", "/books", { "Content-Type": "text/plain" }, "x"],
    415,
    { title: "Unsupported Media Type", detail: "The body must be sent as application/json." },
  ],
  [
    "a compressed body",
    ["POST", "/books", { ...json, "Content-Encoding": "gzip" }, "x"],
    415,
    { title: "Unsupported Media Type", detail: oneForm },
  ],
  [
    "a body of two media types",
    ["POST", "/books", { "Content-Type": ["application/json", "text/plain"] }, "{}"],
    415,
    { title: "Unsupported Media Type", detail: oneForm },
  ],
  [
    "an unknown transfer coding",
    ["POST", "/books", { ...json, "Transfer-Encoding": "gzip, chunked" }, '{"title":"Night"}'],
    501,
    { title: "Not Implemented" },
  ],
  [
    "too long a body",
    ["POST", "/books", json, JSON.stringify("x".repeat(102_400))],
    413,
    { title: "Payload Too Large", detail: "The body must not exceed 102400 bytes." },
  ],
])(
  "if the contract documents no errors, the response to %s is a problem of RFC 9457",
  async (_, request, status, expected) => {
    await using app = await startBookshelf();
    const response = await app.send(...request);
    expect(response.status).toBe(status);
    expect(JSON.parse(response.text)).toEqual({ type: "about:blank", status, ...expected });
    expect(response.headers["content-type"]).toBe("application/problem+json");
  },
);

const failing = (more: object) => Object.assign(new Error("secret"), more);
test.each<[string, unknown, object]>([
  ["an error", failing({}), { title: "Internal Server Error", status: 500 }],
  ["a text", "secret", { title: "Internal Server Error", status: 500 }],
  ["a status", failing({ status: 401 }), { title: "Unauthorized", status: 401 }],
  ["a statusCode", failing({ statusCode: 403 }), { title: "Forbidden", status: 403 }],
  ["an invalid status", failing({ status: 4040 }), { status: 500 }],
  ["a status of success", failing({ status: 200 }), { status: 500 }],
  ["a status of the server", failing({ status: 503, expose: true }), { status: 500 }],
  ["an exposed message", failing({ status: 409, expose: true }), { status: 409, detail: "secret" }],
])("a thrown error with %s keeps its secrets", (_, error, expected) => {
  const { body } = problemDetails({ kind: "thrown", error });
  expect(body).toMatchObject(expected);
  if (!("detail" in expected)) expect(body).not.toHaveProperty("detail");
});

describe("if the contract documents another error", () => {
  const documenting = (required: string) => ({
    refusals: { 404: validator({ body: { type: "object", required: [required] } }) },
  });

  test("a problem that fits is sent with the documented type", async () => {
    await using app = await startBookshelf({ contract: documenting("title") });
    const response = await app.send("GET", "/nothing");
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.text).toContain('"Not Found"');
  });

  test("a problem that does not fit is not sent, and the report says why", async () => {
    await using app = await startBookshelf({ contract: documenting("errorCode") });
    const response = await app.send("GET", "/nothing");
    expect([response.status, response.text]).toEqual([404, ""]);
    expect(app.answered[0]?.undocumented).toBe("no operation 404: /body/errorCode is required");
  });
});

test("an error handler can use it, but cannot send other undocumented responses", async () => {
  await using app = await startBookshelf({
    errorHandler: (problem) =>
      problem.kind === "unknown-path"
        ? problemDetails(problem)
        : { status: 405, body: { title: 1 }, contentType: "application/problem+json" },
  });
  expect((await app.send("GET", "/nothing")).text).toContain("Not Found");
  const refused = await app.send("PUT", "/books");
  expect([refused.status, refused.text]).toEqual([405, ""]);
  expect(app.answered[1]?.undocumented).toContain("RFC 9457");
});

test.each([{ body: undefined }, { status: 418, body: { sorry: true } }])(
  "an error of authenticate keeps its status if the error handler answers %j",
  async (response) => {
    await using app = await startBookshelf({
      authenticate: () => {
        throw failing({ status: 401 });
      },
      errorHandler: () => response,
    });
    expect((await app.send("GET", "/books")).status).toBe(401);
  },
);
