import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Fault, Operation, Parameter } from "@contract-toolkit/kernel";
import { engines } from "../testing/engine.ts";
import { problemsOf, serveLibrary } from "../testing/library-service/served.ts";
import { createRoutes } from "../routes.ts";
import { createCredentialReader } from "./credentials.ts";
import { createParameterReader } from "./parameters.ts";

const parameter = (
  name: string,
  place: Parameter["in"],
  further: Partial<Parameter> = {},
): Parameter => ({
  name,
  in: place,
  type: "string",
  required: false,
  ...further,
});

const operation: Operation = {
  id: "find",
  method: "GET",
  path: "/shelves/{shelf}",
  summary: "",
  parameters: [
    parameter("shelf", "path", { type: "integer" }),
    parameter("ids", "query", { array: { explode: false }, type: "integer" }),
    parameter("labels", "query", { array: { explode: false } }),
    parameter("spaces", "query", { array: { explode: false, separator: " " } }),
    parameter("bars", "query", { array: { explode: false, separator: "|" } }),
    parameter("ratio", "query", { type: "number" }),
    parameter("text", "query"),
    parameter("X-Depth", "header", { type: "integer" }),
    parameter("X-Names", "header", { array: { explode: false } }),
    parameter("X-Key", "header", { credential: true }),
  ],
  responses: {},
  retryable: true,
  source: { file: "", line: 1, column: 1 },
};

const read = (search: string, headers = {}) => {
  const faults: Fault[] = [];
  return { ...createParameterReader(operation)({ shelf: "12" }, search, headers, faults), faults };
};

test("parameters are coerced by their documented types", () => {
  const { path, query, headers } = read("ids=1,2,x&ratio=-1.5e3", {
    "x-depth": "3",
  });
  expect(path).toEqual({ shelf: 12 });
  expect({ ...query }).toEqual({ ids: [1, 2, "x"], ratio: -1500 });
  expect(headers).toEqual({ "X-Depth": 3 });
});

test("a comma in quotes is one of a header's item", () => {
  expect(read("", { "x-names": '"x,y", z' }).headers).toEqual({ "X-Names": ["x,y", "z"] });
});

test("a negotiated header says what of the documented values is rather had, or nothing", () => {
  const language = parameter("Accept-Language", "header", { negotiated: ["en", "fr"] });
  const parameters = [language, parameter("user-agent", "header", { negotiated: ["app"] })];
  const negotiating = { ...operation, parameters };
  const headersOf = (headers: Record<string, string>) =>
    createParameterReader(negotiating)({}, "", headers, []).headers;
  expect(headersOf({ "accept-language": "*", "user-agent": "node" })).toEqual({});
  expect(headersOf({ "accept-language": "de, fr-CH;q=0.9, en;q=0.8" })).toEqual({
    "Accept-Language": "fr",
  });
});

test("a path's list is split, then decoded", () => {
  const ids = parameter("ids", "path", { array: { explode: false } });
  const listed = { ...operation, path: "/a/{ids}", parameters: [ids] };
  const found = createRoutes([listed]).find("GET", "/a/x%2Cy,100%25,%252C");
  expect(createParameterReader(listed)(found?.path ?? {}, "", {}, []).path).toEqual({
    ids: ["x,y", "100%", "%2C"],
  });
});

test("what is left out stays out", () => {
  const { query, headers, faults } = read("");
  expect([{ ...query }, headers, faults]).toEqual([{}, {}, []]);
});

test.each([
  ["text=a&text=b", "a"],
  ["text[]=a&text[x]=b", "a"],
  ["text=%FF", ""],
])("?%s is given, if wrongly, and said to be wrong once", (search, value) => {
  const { query, faults } = read(search);
  expect({ ...query }).toEqual({ text: value });
  expect(faults.map(({ pointer }) => pointer)).toEqual(["/query/text"]);
});

test("a name that a client invents reaches no prototype", () => {
  const { query } = read("__proto__=1&constructor=2");
  expect(["toString", "valueOf"].filter((name) => name in query)).toEqual([]);
  expect(Object.keys(query)).toEqual(["__proto__", "constructor"]);
});

test("credentials are kept apart from what handlers see", () => {
  const headers = { "x-key": "secret", "x-depth": "1" };
  expect(read("", headers).headers).toEqual({ "X-Depth": 1 });
  expect(createCredentialReader(operation)(headers, "")).toEqual({ "X-Key": "secret" });
});

describe.each(engines)("parameters of a contract served on the engine %s", async (engine) => {
  const library = await serveLibrary(engine);
  const { server, send } = library;

  beforeEach(library.reset);
  afterAll(() => library[Symbol.asyncDispose]());

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
});

test("an object of the query reaches no prototype", () => {
  const fields = { size: { type: "integer" as const } };
  const withObject = { ...operation, parameters: [parameter("filter", "query", { fields })] };
  const { query } = createParameterReader(withObject)(
    {},
    "filter[__proto__]=x&filter[a]=y",
    {},
    [],
  );
  expect(Object.getPrototypeOf(query["filter"])).toBeNull();
  expect(Object.keys(query["filter"] ?? {})).toEqual(["__proto__", "a"]);
});

test("cookies are read by name and coerced; others are none of the contract's", () => {
  const withCookies: Operation = {
    ...operation,
    parameters: [
      parameter("theme", "cookie"),
      parameter("page_size", "cookie", { type: "integer" }),
    ],
  };
  const cookie = "other=1; page_size=10; theme=dark%3B; page_size=20";
  expect(createParameterReader(withCookies)({}, "", { cookie }, []).cookies).toEqual({
    theme: "dark;",
    page_size: 10,
  });
  expect(createParameterReader(withCookies)({}, "", {}, []).cookies).toEqual({});
  expect(createParameterReader(operation)({}, "", { cookie }, [])).not.toHaveProperty("cookies");
});
