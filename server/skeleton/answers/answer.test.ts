import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { LibraryServer } from "../testing/library-service/server.ts";
import { engines } from "../testing/engine.ts";
import { draft, json, serveLibrary } from "../testing/library-service/served.ts";

describe.each(engines)("on the engine %s", async (engine) => {
  const library = await serveLibrary(engine);
  const { server, send, post } = library;

  beforeEach(library.reset);
  afterAll(() => library[Symbol.asyncDispose]());

  describe("answers", () => {
    test("carry what the contract documents, and nothing else", async () => {
      const answer = await post(draft);
      expect(answer.status).toBe(201);
      expect(answer.headers.location).toBe("/items/i-2");
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(Number(answer.headers["content-length"])).toBe(Buffer.byteLength(answer.text));
    });

    test("keep the connection for the next request", async () => {
      const headers = { ...json, Connection: "keep-alive" };
      const answers = [await send("GET", "/items", headers), await post(draft, headers)];
      expect(answers.map((each) => each.headers.connection)).toEqual(["keep-alive", "keep-alive"]);
    });

    test("may be text, or nothing", async () => {
      const label = await send("GET", "/items/i-1/label");
      expect([label.text, label.headers["content-type"]]).toEqual([
        "RIV 1",
        "text/plain; charset=utf-8",
      ]);
      const removed = await send("DELETE", "/items/i-1");
      expect([removed.status, removed.text, removed.headers["content-type"]]).toEqual([
        204,
        "",
        undefined,
      ]);
    });

    const secret = "a stack trace with a password";
    test.each<[string, LibraryServer["handlers"][string], string]>([
      ["an undocumented status", (_, reply) => reply(418, {}), "418 is not documented"],
      [
        "an undocumented field",
        (_, reply) => reply(200, [{ ...draft, id: "1", addedAt: "2026-05-01T08:00:00Z", secret }]),
        "/secret is not documented",
      ],
      ["a missing field", (_, reply) => reply(200, [{ id: "1" }]), "/body/0/title is required"],
      ["a wrong type", (_, reply) => reply(200, secret), "/body must be an array"],
      ["no reply", () => undefined, "did not reply"],
      ["a forged reply", () => ({ status: 200, body: [] }), "did not reply"],
      [
        "a thrown error",
        () => {
          throw new Error(secret);
        },
        secret,
      ],
      ["a rejection", () => Promise.reject(new Error(secret)), secret],
    ])("%s becomes an opaque 500 and a precise report", async (_, handler, detail) => {
      server.handlers["findItems"] = handler;
      const answer = await send("GET", "/items");
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain("secret");
      expect(answer.text).not.toContain(secret);
      const problem = server.answered[0]?.problem;
      const told =
        problem?.kind === "thrown"
          ? String(problem.error)
          : problem?.kind === "invalid-response"
            ? problem.detail
            : "";
      expect(told).toContain(detail);
    });

    test("a missing documented header is refused", async () => {
      server.handlers["addItem"] = (_, reply) =>
        reply(201, { ...draft, id: "1", addedAt: "2026-05-01T08:00:00Z" });
      expect((await post(draft)).status).toBe(500);
    });
  });
});
