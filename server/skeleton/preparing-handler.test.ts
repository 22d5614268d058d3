import type { Violation, Handler } from "@contract-toolkit/contract";
import { beforeEach, expect, test } from "vitest";
import { startBookshelf, type Operations } from "./testing/bookshelf.ts";

/** The executed steps. */
const steps: string[] = [];
let violations: readonly Violation[] = [];
beforeEach(() => {
  steps.length = 0;
  violations = [];
});

type AddBook = Handler<Operations["addBook"], string>;

const preparing: AddBook = {
  async prepare({ body: { title } }) {
    steps.push("prepare");
    await Promise.resolve();
    if (title === "unknown") throw new TypeError("nothing has this name");
    const found = { title: `found ${title}` };
    return (reply) => {
      steps.push("response");
      return reply(201, found, { Location: "/books/1" });
    };
  },
};

/** Sends a request to the handler. Returns status and body of the response. */
async function responseOf(addBook: AddBook, title = "n"): Promise<[number, unknown]> {
  await using app = await startBookshelf({
    handlers: { addBook },
    engine: { request: () => violations, response: () => [] },
    beforeHandler: () => void steps.push("beforeHandler"),
    errorHandler: (problem) => ({
      status: 400,
      body: problem.kind === "thrown" ? String(problem.error) : problem,
    }),
  });
  const json = { "Content-Type": "application/json" };
  const { status, text } = await app.send("POST", "/books", json, JSON.stringify({ title }));
  return [status, JSON.parse(text)];
}

const nothing = "TypeError: nothing has this name";

test("the answering function keeps what prepare found", async () => {
  expect(await responseOf(preparing)).toEqual([201, { title: "found n" }]);
  expect(steps).toEqual(["beforeHandler", "prepare", "response"]);
});

test("a handler does not answer if prepare throws", async () => {
  expect(await responseOf(preparing, "unknown")).toEqual([400, nothing]);
  expect(steps).toEqual(["beforeHandler", "prepare"]);
});

test("bounds with their own code are reported after prepare and before the response", async () => {
  violations = [{ pointer: "/body/title", reason: "must be short", code: 7 }];
  expect(await responseOf(preparing)).toMatchObject([400, { code: 7 }]);
  expect(await responseOf(preparing, "unknown")).toEqual([400, nothing]);
  expect(steps).toEqual(["beforeHandler", "prepare", "beforeHandler", "prepare"]);
});

test("an otherwise invalid request is not prepared", async () => {
  violations = [{ pointer: "/body/title", reason: "must be a string" }];
  expect((await responseOf(preparing))[0]).toBe(400);
  expect(steps).toEqual([]);
});

test("a prepare that returns nothing is a problem", async () => {
  const handler = { prepare: () => undefined } as unknown as AddBook;
  expect(await responseOf(handler)).toMatchObject([400, { kind: "invalid-response" }]);
});
