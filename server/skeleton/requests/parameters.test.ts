import { afterAll, beforeEach, expect, test } from "vitest";
import type { Violation, Operation, Parameter } from "@contract-toolkit/contract";
import { problemsOf, serveLibrary } from "../testing/library-service/server.ts";
import { createCredentialReader } from "./credentials.ts";
import { createParameterReader } from "./parameters.ts";

function operationWith(...parameters: (Partial<Parameter> & { readonly name: string })[]) {
  const common = { in: "query", type: "string", required: false } as const;
  return {
    id: "find",
    method: "GET",
    path: "/shelves",
    summary: "",
    parameters: parameters.map((parameter) => ({ ...common, ...parameter })),
    responses: {},
    retryable: true,
    source: { file: "", line: 1, column: 1 },
  } satisfies Operation;
}

function read(operation: Operation, search: string, headers = {}) {
  const violations: Violation[] = [];
  return { ...createParameterReader(operation)({}, search, headers, violations), violations };
}

test.each([
  ["text=a&text=b", "a"],
  ["text[]=a&text[x]=b", "a"],
  ["text=%FF", ""],
])("?%s counts as given and has one violation", (search, value) => {
  const { query, violations } = read(operationWith({ name: "text" }), search);
  expect({ ...query }).toEqual({ text: value });
  expect(violations.map(({ pointer }) => pointer)).toEqual(["/query/text"]);
});

test("names in a query cannot reach a prototype", () => {
  const fields = { size: { type: "integer" as const } };
  const operation = operationWith({ name: "filter", fields });
  const { query } = read(operation, "__proto__=1&constructor=2&filter[__proto__]=x&filter[a]=y");
  expect(["toString", "valueOf"].filter((name) => name in query)).toEqual([]);
  expect(Object.keys(query)).toEqual(["__proto__", "constructor", "filter"]);
  expect(Object.getPrototypeOf(query["filter"])).toBeNull();
  expect(Object.keys(query["filter"] ?? {})).toEqual(["__proto__", "a"]);
});

const integers = { explode: false, fields: {}, others: { type: "integer" as const } };

test.each([
  ["o=a,1,b,2", integers, { o: { a: 1, b: 2 } }],
  ["o=a%2C1%2Cb%2C2", integers, { o: { a: 1, b: 2 } }],
  ["o=", integers, { o: {} }],
  ["o=a%2C,1", integers, { o: { "a,": 1 } }],
  ["a=1&b=2", { ...integers, explode: true }, { o: { a: 1, b: 2 } }],
  ["a=1&__proto__=2", { ...integers, explode: true }, { o: { a: 1, ["__proto__"]: 2 } }],
])("the query %s is read as an object", (search, object, expected) => {
  const { query, violations } = read(operationWith({ name: "o", object }), search);
  expect(JSON.stringify(query)).toBe(JSON.stringify(expected));
  expect(violations).toEqual([]);
});

test.each(["o=a", "o=a,1,a,2", "o=a,1,b", "o=,,,"])("the query %s is no object", (search) => {
  expect(read(operationWith({ name: "o", object: integers }), search).violations).toHaveLength(1);
});

test("numbers may have an encoded separator, and texts may not", () => {
  const array = { explode: false };
  const operation = operationWith({ name: "n", type: "integer", array }, { name: "t", array });
  const { query } = read(operation, "n=1%2C2&t=a%2Cb");
  expect({ ...query }).toEqual({ n: [1, 2], t: ["a,b"] });
});

test("an optional header or cookie named like a member of every object may be missing", () => {
  const operation = operationWith(
    { name: "constructor", in: "header", type: "integer" },
    { name: "constructor", in: "cookie" },
  );
  const { headers, cookies } = read(operation, "");
  expect([headers["constructor"], cookies?.["constructor"]]).toEqual([undefined, undefined]);
  const given = read(operation, "", { constructor: "1", cookie: "constructor=a" });
  expect([given.headers["constructor"], given.cookies?.["constructor"]]).toEqual([1, "a"]);
});

test("handlers do not get credentials", () => {
  const operation = operationWith(
    { name: "X-Key", in: "header", credential: true },
    { name: "X-Depth", in: "header", type: "integer" },
  );
  const headers = { "x-key": "secret", "x-depth": "1" };
  expect(read(operation, "", headers).headers).toEqual({ "X-Depth": 1 });
  expect(createCredentialReader(operation)(headers, "")).toEqual({ "X-Key": "secret" });
});

test("documented cookies are read by name and coerced", () => {
  const operation = operationWith(
    { name: "theme", in: "cookie" },
    { name: "page_size", in: "cookie", type: "integer" },
  );
  const cookie = "other=1; page_size=10; theme=dark%3B; page_size=20";
  expect(read(operation, "", { cookie }).cookies).toEqual({ theme: "dark;", page_size: 10 });
  expect(read(operationWith(), "", { cookie })).not.toHaveProperty("cookies");
});

const library = await serveLibrary();
const { send } = library;
beforeEach(library.reset);
afterAll(() => library[Symbol.asyncDispose]());

test("all violations are reported at once", async () => {
  const query = "limit=9007199254740993&available=1&medium=stone&__proto__=1";
  const problems = problemsOf(await send("GET", `/items?${query}`));
  expect(Object.fromEntries(problems.map(({ at, message }) => [at, message]))).toEqual({
    limit: "must be at most 50",
    available: "must be a boolean",
    "medium.0": 'must be one of "paper", "audio", "film"',
    ["__proto__"]: "is not documented",
  });
  expect(library.received).toEqual([]);
});
