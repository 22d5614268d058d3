import { expect, test } from "vitest";
import { startBookshelf } from "../testing/bookshelf.ts";

const undocumented: { title: string } = Object.assign({ title: "t" }, { secret: "s" });

async function reportOf(options: Parameters<typeof startBookshelf>[0]): Promise<unknown> {
  await using app = await startBookshelf({
    ...options,
    handlers: { findBooks: (_, reply) => reply(200, [undocumented]) },
  });
  await app.send("GET", "/books");
  const [answered] = app.answered;
  return answered?.problem;
}

test("the report of an invalid response names operation, field and line", async () => {
  expect(await reportOf({})).toEqual({
    kind: "invalid-response",
    detail: "findBooks 200 (bookshelf.tsp:6): /body/0/secret is not documented",
    violations: [
      {
        pointer: "/body/0/secret",
        reason: "is not documented",
        rule: expect.stringMatching(/additionalProperties$/) as unknown,
      },
    ],
  });
});

test("with positionOf, the report also names the line of the broken rule", async () => {
  const positionOf = ({ rule = "" }) => ({ file: rule, line: 7, column: 1 });
  expect(await reportOf({ positionOf })).toMatchObject({
    detail: expect.stringMatching(
      /^findBooks 200 \(bookshelf.tsp:6\): \/body\/0\/secret is not documented \(#.*additionalProperties:7\)$/,
    ) as unknown,
  });
});

test("names of headers are case-insensitive", async () => {
  await using app = await startBookshelf({
    handlers: {
      addBook: (_, reply) => reply(201, { title: "Rivers" }, { LOCATION: "/books/1" } as never),
    },
  });
  const type = { "Content-Type": "application/json" };
  expect((await app.send("POST", "/books", type, '{"title":"Rivers"}')).status).toBe(201);
});
