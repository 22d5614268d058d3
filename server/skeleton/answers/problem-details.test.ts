import { describe, expect, test } from "vitest";
import { problemDetails } from "../index.ts";
import { startBookshelf, handlers } from "../testing/bookshelf-app.ts";
import { bookshelf, validator } from "../testing/bookshelf.ts";
import { createContractRouter } from "../index.ts";
import { listen } from "../testing/listen.ts";

const json = { "Content-Type": "application/json" };
const type = "about:blank";

describe("where the contract documents no error, it is a problem of RFC 9457", () => {
  test.each<[string, Parameters<typeof send>, object]>([
    ["an unknown path", ["GET", "/nothing"], { type, title: "Not Found", status: 404 }],
    [
      "another method",
      ["PUT", "/books"],
      {
        type,
        title: "Method Not Allowed",
        status: 405,
        detail: "This path takes GET, POST, HEAD only.",
      },
    ],
    [
      "a wrong parameter",
      ["GET", "/books?limit=x"],
      {
        type,
        title: "Bad Request",
        status: 400,
        detail: "The request is not valid; see errors.",
        errors: [{ field: "limit", reason: "must be an integer" }],
      },
    ],
    [
      "another media type",
      ["POST", "/books", { "Content-Type": "text/plain" }, "x"],
      {
        type,
        title: "Unsupported Media Type",
        status: 415,
        detail: "The body must be sent as application/json.",
      },
    ],
    [
      "too long a body",
      ["POST", "/books", json, JSON.stringify("x".repeat(102_400))],
      {
        type,
        title: "Payload Too Large",
        status: 413,
        detail: "The body must not exceed 102400 bytes.",
      },
    ],
  ])("%s", async (_, request, body) => {
    const answer = await send(...request);
    expect(JSON.parse(answer.text)).toEqual(body);
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(answer.status).toBe((body as { status: number }).status);
  });

  async function send(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string,
  ) {
    await using app = await startBookshelf(() => undefined);
    return await app.send(method, path, headers, body);
  }
});

describe("what is thrown", () => {
  const failing = (more: object) => Object.assign(new Error("secret"), more);

  test.each<[string, unknown, object]>([
    ["an error", new Error("secret"), { title: "Internal Server Error", status: 500 }],
    ["no error at all", "secret", { title: "Internal Server Error", status: 500 }],
    ["a status", failing({ status: 401 }), { title: "Unauthorized", status: 401 }],
    ["a statusCode", failing({ statusCode: 403 }), { title: "Forbidden", status: 403 }],
    [
      "a status that is none",
      failing({ status: 4040 }),
      { title: "Internal Server Error", status: 500 },
    ],
    ["one of success", failing({ status: 200 }), { title: "Internal Server Error", status: 500 }],
    [
      "one of the server",
      failing({ status: 503, expose: true }),
      { title: "Internal Server Error", status: 500 },
    ],
    [
      "what may be told",
      failing({ status: 409, expose: true }),
      { title: "Conflict", status: 409, detail: "secret" },
    ],
  ])("%s", (_, error, body) => {
    expect(problemDetails({ kind: "thrown", error }).body).toEqual({ type, ...body });
  });
});

describe("where the contract documents another error", () => {
  const documented = (schema: object) => ({
    ...bookshelf,
    refusals: { 404: validator({ body: schema }, ["body"]) },
  });

  test("a problem that keeps it is sent as it documents", async () => {
    const contract = documented({ type: "object", required: ["title"] });
    const router = createContractRouter(contract, handlers, { authenticate: () => "" });
    await using server = await listen(router);
    const answer = await server.send("GET", "/nothing");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.text).toContain('"Not Found"');
  });

  test("one that breaks it is not sent, and the report says why", async () => {
    const contract = documented({ type: "object", required: ["errorCode"] });
    const undocumented: unknown[] = [];
    const router = createContractRouter(contract, handlers, {
      authenticate: () => "",
      onResponse: (answered) => undocumented.push(answered.undocumented),
    });
    await using server = await listen(router);
    const answer = await server.send("GET", "/nothing");
    expect([answer.status, answer.text]).toEqual([404, ""]);
    expect(undocumented).toEqual(["no operation 404: /body/errorCode is required"]);
  });
});

test("a mapper of one's own may leave a problem to it, but answers nothing else that nobody documents", async () => {
  await using app = await startBookshelf(() => undefined, {
    errorHandler: (problem) =>
      problem.kind === "unknown-path"
        ? problemDetails(problem)
        : { status: 405, body: { title: 1 }, contentType: "application/problem+json" },
  });
  expect((await app.send("GET", "/nothing")).text).toContain("Not Found");
  const other = await app.send("PUT", "/books");
  expect([other.status, other.text]).toEqual([405, ""]);
  expect(app.answered[1]?.undocumented).toContain("RFC 9457");
});
