import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { problemsOf, startCatalogue } from "../testing/catalogue.ts";

const catalogue = await startCatalogue();
const { server, send } = catalogue;

beforeEach(catalogue.reset);
afterAll(() => catalogue[Symbol.asyncDispose]());

describe("parameters", () => {
  test("are coerced, defaulted and named as documented", async () => {
    await send("GET", "/items?medium=paper&medium=film&available=true");
    expect({ ...server.received[0]?.query }).toEqual({
      medium: ["paper", "film"],
      available: true,
      limit: 10,
    });
  });

  test.each([
    ["limit=0", "limit", "must be at least 1"],
    ["limit=51", "limit", "must be at most 50"],
    ["limit=1.0", "limit", "must be an integer"],
    ["limit=1e1", "limit", "must be an integer"],
    ["limit=007", "limit", "must be an integer"],
    ["limit=", "limit", "must be an integer"],
    ["limit=9007199254740993", "limit", "must be at most 50"],
    ["limit=1&limit=2", "limit", "must be given once, without brackets"],
    ["limit[0]=1", "limit", "must be given once, without brackets"],
    ["limit[]=1", "limit", "must be given once, without brackets"],
    ["available=yes", "available", "must be a boolean"],
    ["medium=stone", "medium.0", 'must be one of "paper", "audio", "film"'],
    ["colour=red", "colour", "is not documented"],
    ["__proto__=1", "__proto__", "is not documented"],
    ["constructor=1", "constructor", "is not documented"],
  ])("?%s", async (query, at, message) => {
    const answer = await send("GET", `/items?${query}`);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([{ at, message }]);
    expect(server.received).toEqual([]);
  });

  test("all faults are told at once", async () => {
    const answer = await send("GET", "/items?limit=0&available=1&colour=red");
    expect(
      problemsOf(answer)
        .map(({ at }) => at)
        .sort(),
    ).toEqual(["available", "colour", "limit"]);
  });

  test("a path parameter is decoded once", async () => {
    expect((await send("DELETE", "/items/a%2Fb%2525")).status).toBe(204);
    expect(server.received[0]?.path).toEqual({ id: "a/b%25" });
  });
});
