import { expect, test } from "vitest";
import { bookshelf, startBookshelf } from "../testing/bookshelf.ts";

const { findBooks, ...others } = bookshelf.operations;

/** Serves the bookshelf with an operation for HEAD. `findBooks` replies without a body. */
function serve(status: number, headers: object) {
  return startBookshelf({
    contract: { operations: { ...others, findBooks: { ...findBooks, method: "HEAD" } } },
    engine: { request: () => [], response: () => [] },
    handlers: { findBooks: (_, reply) => reply(status as 200, undefined as never, headers) },
  });
}

test.each([
  [200, {}, undefined],
  [200, { "Content-Length": 9 }, "9"],
  [304, {}, undefined],
  [204, { "Content-Length": 9 }, undefined],
])(
  "a response %i to HEAD with the headers %j has the length %s",
  async (status, headers, length) => {
    await using app = await serve(status, headers);
    const response = await app.send("HEAD", "/books");
    expect([response.status, response.headers["content-length"]]).toEqual([status, length]);
  },
);

test("each cookie has a header of its own", async () => {
  const cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"];
  await using app = await serve(204, { "set-cookie": cookies });
  expect((await app.send("HEAD", "/books")).headers["set-cookie"]).toEqual(cookies);
});
