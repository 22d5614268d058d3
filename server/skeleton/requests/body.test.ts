import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engine.ts";
import { Exchange } from "../exchange.ts";
import { createBodyReader } from "./body.ts";
import { createLimits } from "./limits.ts";
import { bookshelf } from "../testing/bookshelf.ts";
import { draft, problemsOf, serveLibrary } from "../testing/library-service/served.ts";

test.each([
  [true, {}],
  [false, undefined],
])("a form of no bytes, where a body is required: %j", (required, expected) => {
  const { borrowBook } = bookshelf.operations;
  const contentType = "application/x-www-form-urlencoded";
  const request = new IncomingMessage(new Socket());
  request.headers = { "content-type": contentType };
  const exchange = new Exchange(request, new ServerResponse(request));
  const limits = createLimits({})(borrowBook);
  const operation = { ...borrowBook, body: { contentType, required } };
  const read = createBodyReader(operation, limits, () => () => []);
  expect(read?.(exchange)).toBeUndefined();
  expect(exchange.content?.value).toEqual(expected);
});

describe.each(engines)("on the engine %s", async (engine) => {
  const library = await serveLibrary(engine);
  const { server, post } = library;

  beforeEach(library.reset);
  afterAll(() => library[Symbol.asyncDispose]());

  describe("bodies", () => {
    test.each([
      ["no JSON", "{", "body", "must be JSON in UTF-8"],
      ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "body", "must be JSON in UTF-8"],
      ["an array", "[]", "body", "must be an object"],
      ["null", "null", "body", "must be an object"],
      ["nothing", "", "body", "is required"],
    ])("%s", async (_, body, at, message) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual([{ at, message }]);
    });

    test("of a union, only the branch that was meant is reported", async () => {
      const answer = await post({
        ...draft,
        content: { kind: "recording", minutes: 0, narrator: null },
      });
      expect(problemsOf(answer)).toEqual([
        { at: "content.minutes", message: "must be at least 1" },
      ]);
    });

    test("a nullable field is told by both of its types", async () => {
      const answer = await post({
        ...draft,
        content: { kind: "recording", minutes: 1, narrator: 7 },
      });
      expect(problemsOf(answer)).toEqual([
        { at: "content.narrator", message: "must be a string or null" },
      ]);
    });

    test("an unknown branch is told by its discriminator", async () => {
      const answer = await post({ ...draft, content: { kind: "scroll" } });
      expect(problemsOf(answer)).toEqual([
        { at: "content.kind", message: 'must be one of "book", "recording"' },
      ]);
    });

    test("a place in a list is told by its index", async () => {
      const answer = await post({ ...draft, authors: ["a", 1] });
      expect(problemsOf(answer)).toEqual([{ at: "authors[1]", message: "must be a string" }]);
    });

    test.each([
      ["2.9999999999999999999", "must be an integer"],
      ["1.0000000000000000001", "must be an integer"],
      ["0.99999999999999999999", "must be an integer"],
      ["1e-400", "must be an integer"],
      ["2147483647.00000000000000001", "must be an integer"],
      ["4503599627370496.5", "must be an integer"],
      [`1${"0".repeat(300)}.5`, "must be an integer"],
      ["0", "must be at least 1"],
      ["9007199254740993", "must be at most 2147483647"],
      ["9".repeat(400), "must be at most 2147483647"],
    ])("an integer is judged as it was written: %s", async (minutes, message) => {
      const text = JSON.stringify(draft).replace('"minutes":3', `"minutes": ${minutes} `);
      expect(problemsOf(await post(text))).toEqual([{ at: "content.minutes", message }]);
    });

    test("handlers get the nearest doubles", async () => {
      const more = '{"": [0.10000000000000001, 999.9999999999999999], "__proto__": 1e-400}';
      const text = JSON.stringify({ ...draft, more: 0 }).replace('"more":0', `"more":${more}`);
      server.handlers["addItem"] = (_, reply) => reply(400, { problems: [] });
      await post(text);
      expect(JSON.stringify(server.received[0]?.body)).toContain('{"":[0.1,1000],"__proto__":0}');
    });

    test("fields that nobody documented are ignored", async () => {
      expect((await post({ ...draft, colour: "red" })).status).toBe(500);
      server.handlers["addItem"] = (_, reply) => reply(400, { problems: [] });
      expect((await post({ ...draft, colour: "red" })).status).toBe(400);
      expect(server.received).toHaveLength(2);
    });

    test("a field is no method of a body that is read while it comes", async () => {
      const added = { ...draft, id: "i-2", addedAt: "2026-05-01T08:00:00Z" };
      server.handlers["addItem"] = (_, reply) => reply(201, added, { location: "/items/i-2" });
      expect((await post({ ...draft, finish: 1 })).status).toBe(201);
    });

    test.each([
      "text/plain",
      "application/xml",
      "application/json; charset=latin1",
      "application/jsonx",
      "",
    ])("content type %s is refused where there is a body", async (type) => {
      expect((await post(draft, type === "" ? {} : { "Content-Type": type })).status).toBe(415);
    });

    test.each([
      "application/json",
      "APPLICATION/JSON ; charset=UTF-8",
      'application/json; charset="utf-8"',
    ])("content type %s is taken", async (type) => {
      expect((await post(draft, { "Content-Type": type })).status).toBe(201);
    });
  });
});
