import { expect, test } from "vitest";
import type { Constant, Operation } from "@contract-toolkit/kernel";
import { createRoutes } from "./routes.ts";

function operation(id: string, when?: readonly Constant[], path = "/papers/{name}"): Operation {
  return {
    ...{ id, method: "POST", path, summary: "", parameters: [], responses: {} },
    ...{ retryable: false, source: { file: "", line: 1, column: 1 } },
    ...(when && { when }),
  };
}

const kind = (...values: string[]): Constant => ({ in: "query", name: "kind", values });
const type = (value: string): Constant => ({ in: "header", name: "content-type", values: [value] });

const routes = createRoutes([
  operation("letter", [kind("letter", "note")]),
  operation("image", [kind("image"), type("image/png")]),
  operation("sketch", [kind("image"), type("text/plain")]),
  operation("other", undefined, "/other"),
]);
const accepted = (value: string): Constant => ({ in: "header", name: "accept", values: [value] });
const byAnswer = createRoutes([
  operation("data", [accepted("application/json")]),
  operation("image", [accepted("image/png")]),
]);

test.each([
  ["image/png, */*;q=0.1", "image"],
  ["application/json;q=0.5, image/*", "image"],
  ["*/*", "data"],
])("operations that differ in what they answer with are told apart by Accept: %s", (accept, id) => {
  const given = { search: "", headers: { accept } };
  expect(byAnswer.find("POST", "/papers/a", given)?.operation.id).toBe(id);
});

const withRest = createRoutes([operation("rest", []), operation("letter", [kind("letter")])]);

test.each([
  ["kind=letter", {}, "letter"],
  ["a=1&kind=n%6Fte", {}, "letter"],
  ["kind=image", { "content-type": "Image/PNG; a=b" }, "image"],
  ["kind=image", { "content-type": "text/plain" }, "sketch"],
  // No operation is meant: the first refuses it.
  ["kind=image", {}, "letter"],
  ["kind=Letter", {}, "letter"],
  ["", {}, "letter"],
])("of several operations of a route, %j and %j are for %s", (search, headers, id) => {
  expect(routes.find("POST", "/papers/a", { search, headers })).toMatchObject({
    operation: { id },
    path: { name: "a" },
  });
});

test("one without constants is meant where no other is", () => {
  const idOf = (search: string) =>
    withRest.find("POST", "/papers/a", { search, headers: {} })?.operation.id;
  expect([idOf("kind=letter"), idOf("kind=image"), idOf("")]).toEqual(["letter", "rest", "rest"]);
});

test("a route with several operations has its methods once", () => {
  expect(routes.methodsOf("/papers/a")).toEqual(["POST"]);
  expect(routes.has("/other")).toBe(true);
});

test.each([
  ["/levels:append", "append", {}],
  ["/levels:trim", "trim", {}],
  ["/papers/1:sign", "sign", { id: "1" }],
  ["/papers/1", "read", { id: "1" }],
  ["/papers/1/of:7", "of", { id: "1", year: "7" }],
  ["/levels", undefined, {}],
])("a colon in a path is one: %s is %s", (path, id, values) => {
  const found = createRoutes([
    operation("append", undefined, "/levels:append"),
    operation("trim", undefined, "/levels:trim"),
    operation("read", undefined, "/papers/{id}"),
    operation("sign", undefined, "/papers/{id}:sign"),
    operation("of", undefined, "/papers/{id}/of:{year}"),
  ]).find("POST", path);
  expect([found?.operation.id, { ...found?.path }]).toEqual([id, values]);
});

test.each([
  ["/books/new", "new", {}],
  ["/books/n%65w", "new", {}],
  ["/books/newer", "book", { id: "newer" }],
  ["/books/new/pages", "pages", { id: "new" }],
  ["/books/new/covers/a.b.png", "cover", { name: "a.b", type: "png" }],
  ["/books/new/covers/.png", undefined, {}],
  ["/books/a%2Fb%2525%20%C3%BC", "book", { id: "a/b%25 ü" }],
  ["/b%C3%BCcher", "bücher", {}],
  ["/books/a%", undefined, {}],
  ["/books/%FF", undefined, {}],
  ["/books/", undefined, {}],
  ["/books//pages", undefined, {}],
  ["/books/new/", undefined, {}],
  ["/Books/new", undefined, {}],
  ["/books/a#b", undefined, {}],
  ["/constructor", undefined, {}],
  ["http://h.example:80/books/a", "book", { id: "a" }],
  ["ftp://h.example/books/a", undefined, {}],
])("text is preferred to a parameter, and encoding says nothing: %s is %s", (path, id, values) => {
  const found = createRoutes([
    operation("book", undefined, "/books/{id}"),
    operation("new", undefined, "/books/new"),
    operation("pages", undefined, "/books/{id}/pages"),
    operation("cover", undefined, "/books/new/covers/{name}.{type}"),
    operation("bücher", undefined, "/bücher"),
  ]).find("POST", path);
  expect([found?.operation.id, { ...found?.path }]).toEqual([id, values]);
});

test("two paths that differ only in the names of parameters are refused", () => {
  expect(() =>
    createRoutes([operation("a", undefined, "/{a}"), operation("b", undefined, "/{b}")]),
  ).toThrow("Two paths are like /{b}.");
});
