import { afterAll, beforeEach, expect, test } from "vitest";
import { draft, problemsOf, serveLibrary } from "../testing/library-service/server.ts";

const library = await serveLibrary();
const { post } = library;
beforeEach(library.reset);
afterAll(() => library[Symbol.asyncDispose]());

test.each<[string, object, string, string]>([
  [
    "the branch of a union that was meant",
    { content: { kind: "recording", minutes: 0, narrator: null } },
    ...(["content.minutes", "must be at least 1"] as const),
  ],
  [
    "both types of a nullable field",
    { content: { kind: "recording", minutes: 1, narrator: 7 } },
    ...(["content.narrator", "must be a string or null"] as const),
  ],
  [
    "the discriminator of an unknown branch",
    { content: { kind: "scroll" } },
    ...(["content.kind", 'must be one of "book", "recording"'] as const),
  ],
  ["a place in a list", { authors: ["a", 1] }, "authors[1]", "must be a string"],
])("%s is reported", async (_, wrong, at, message) => {
  expect(problemsOf(await post({ ...draft, ...wrong }))).toEqual([{ at, message }]);
});

test.each([
  ["2.9999999999999999999", "must be an integer"],
  ["9".repeat(400), "must be at most 2147483647"],
])("an integer is judged as it was written: %s", async (minutes, message) => {
  const text = JSON.stringify(draft).replace('"minutes":3', `"minutes": ${minutes} `);
  expect(problemsOf(await post(text))).toEqual([{ at: "content.minutes", message }]);
});

test("handlers get the nearest doubles", async () => {
  const more = '{"": [0.10000000000000001, 999.9999999999999999], "__proto__": 1e-400}';
  const text = JSON.stringify({ ...draft, more: 0 }).replace('"more":0', `"more":${more}`);
  library.handlers["addItem"] = (_, reply) => reply(400, { problems: [] });
  await post(text);
  expect(JSON.stringify(library.received[0]?.body)).toContain('{"":[0.1,1000],"__proto__":0}');
});

test("a field named finish is not a method of a streamed body", async () => {
  const added = { ...draft, id: "i-2", addedAt: "2026-05-01T08:00:00Z" };
  library.handlers["addItem"] = (_, reply) => reply(201, added, { location: "/items/i-2" });
  expect((await post({ ...draft, finish: 1 })).status).toBe(201);
});
