import { expect, test } from "vitest";
import type { Operation, Parameter } from "contract-kernel";
import { readCredentials, readParameters } from "./parameters.ts";

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
    parameter("ratio", "query", { type: "number" }),
    parameter("text", "query"),
    parameter("X-Depth", "header", { type: "integer" }),
    parameter("X-Key", "header", { credential: true }),
  ],
  responses: {},
  safeToRepeat: true,
  source: { file: "", line: 1, column: 1 },
};

const read = (search: string, headers = {}) =>
  readParameters(operation, { shelf: "12" }, search, headers);

test("parameters are coerced by their documented types", () => {
  const { path, query, headers } = read("ids=1,2,x&ratio=-1.5e3", {
    "x-depth": "3",
  });
  expect(path).toEqual({ shelf: 12 });
  expect({ ...query }).toEqual({ ids: [1, 2, "x"], ratio: -1500 });
  expect(headers).toEqual({ "X-Depth": 3 });
});

test("what is left out stays out", () => {
  const { query, headers, faults } = read("");
  expect([{ ...query }, headers, faults]).toEqual([{}, {}, []]);
});

test.each(["+1", "01", " 1", "1 ", "0x1", "1e3", "-0", "--1", "١"])(
  "%j is no integer and stays a string",
  (text) => {
    expect(read(`ids=${encodeURIComponent(text)}`).query["ids"]).toEqual([text]);
  },
);

test("a query is decoded as a form", () => {
  expect(read("text=a+b%26c%C3%A9").query["text"]).toBe("a b&cé");
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
  expect(Object.getPrototypeOf(query)).toBeNull();
  expect(Object.keys(query)).toEqual(["__proto__", "constructor"]);
});

test("credentials are kept apart from what handlers see", () => {
  const headers = { "x-key": "secret", "x-depth": "1" };
  expect(read("", headers).headers).toEqual({ "X-Depth": 1 });
  expect(readCredentials(operation, headers)).toEqual({ "X-Key": "secret" });
});
