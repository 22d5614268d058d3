import { afterAll, beforeEach, expect, test } from "vitest";
import {
  draft,
  json,
  serveLibrary,
  type LibraryServer,
} from "../testing/library-service/server.ts";

const library = await serveLibrary();
const { send, post } = library;
beforeEach(library.reset);
afterAll(() => library[Symbol.asyncDispose]());

test("responses keep the connection for the next request", async () => {
  const headers = { ...json, Connection: "keep-alive" };
  const responses = [await send("GET", "/items", headers), await post(draft, headers)];
  expect(responses.map((response) => response.headers.connection)).toEqual([
    "keep-alive",
    "keep-alive",
  ]);
});

const secret = "a stack trace with a password";
test.each<[string, LibraryServer["handlers"][string], string]>([
  ["an undocumented status", (_, reply) => reply(418, {}), "418 is not documented"],
  ["a missing field", (_, reply) => reply(200, [{ id: "1" }]), "/body/0/title is required"],
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
])("%s becomes a 500 without details and a precise report", async (_, handler, detail) => {
  library.handlers["findItems"] = handler;
  const response = await send("GET", "/items");
  expect([response.status, response.text]).toEqual([500, ""]);
  const problem = library.answered[0]?.problem;
  const report = problem?.kind === "thrown" ? String(problem.error) : JSON.stringify(problem);
  expect(report).toContain(detail);
});
