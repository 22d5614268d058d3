import { expect, test } from "vitest";
import type { Constant, Operation } from "@contract-toolkit/contract";
import { createRoutingTable } from "./routes.ts";

function operation(id: string, when?: readonly Constant[], path = "/papers/{name}"): Operation {
  return {
    id,
    method: "POST",
    path,
    summary: "",
    parameters: [],
    responses: {},
    retryable: false,
    source: { file: "", line: 1, column: 1 },
    ...(when && { when }),
  };
}

const kind = (...values: string[]): Constant => ({ in: "query", name: "kind", values });
const type = (value: string): Constant => ({ in: "header", name: "content-type", values: [value] });

const routes = createRoutingTable([
  operation("letter", [kind("letter", "note")]),
  operation("image", [kind("image"), type("image/png")]),
  operation("sketch", [kind("image"), type("text/plain")]),
  operation("other", undefined, "/other"),
]);
test.each([
  ["kind=letter", {}, "letter"],
  ["a=1&kind=n%6Fte", {}, "letter"],
  ["kind=image", { "content-type": "Image/PNG; a=b" }, "image"],
  ["kind=image", { "content-type": "text/plain" }, "sketch"],
  // No operation matches. The first one refuses the request.
  ["kind=image", {}, "letter"],
  ["kind=Letter", {}, "letter"],
  ["", {}, "letter"],
])("of several operations of a path, %j and %j select %s", (search, headers, id) => {
  expect(routes.find("POST", "/papers/a", { search, headers })).toMatchObject({
    operation: { id },
    path: { name: "a" },
  });
});

const accepted = (value: string): Constant => ({ in: "header", name: "accept", values: [value] });
const others = createRoutingTable([
  operation("data", [accepted("application/json")]),
  operation("image", [accepted("image/png")]),
  operation("rest", [], "/letters"),
  operation("letter", [kind("letter")], "/letters"),
]);

test.each([
  ["/papers/a", "image/png, */*;q=0.1", "image"],
  ["/papers/a", "application/json;q=0.5, image/*", "image"],
  ["/papers/a", "*/*", "data"],
  ["/letters?kind=letter", "", "letter"],
  // An operation without constants takes the rest.
  ["/letters?kind=image", "", "rest"],
])("operations are selected by Accept, and one takes the rest: %s, %s", (target, accept, id) => {
  const [path = "", search = ""] = target.split("?");
  expect(others.find("POST", path, { search, headers: { accept } })?.operation.id).toBe(id);
});

test("a path with several operations lists each method once", () => {
  expect(routes.methodsOf("/papers/a")).toEqual(["POST"]);
  expect(routes.has("/other")).toBe(true);
});

const tree = createRoutingTable(
  [
    ...["/books/{id}", "/books/new", "/books/{id}/pages", "/books/new/covers/{name}.{type}"],
    ...["/bücher", "/levels:append", "/levels:trim", "/books/{id}:sign", "/books/{id}/of:{year}"],
  ].map((path) => operation(path, undefined, path)),
);

test.each([
  ["/books/new", "/books/new", {}],
  ["/books/n%65w", "/books/new", {}],
  ["/books/newer", "/books/{id}", { id: "newer" }],
  ["/books/new/pages", "/books/{id}/pages", { id: "new" }],
  ["/books/new/covers/a.b.png", "/books/new/covers/{name}.{type}", { name: "a.b", type: "png" }],
  ["/books/new/covers/.png", undefined, {}],
  ["/books/a%2Fb%2525%20%C3%BC", "/books/{id}", { id: "a/b%25 ü" }],
  ["/b%C3%BCcher", "/bücher", {}],
  ["/books/a%", undefined, {}],
  ["/books/%FF", undefined, {}],
  ["/books/", undefined, {}],
  ["/books//pages", undefined, {}],
  ["/books/new/", undefined, {}],
  ["/Books/new", undefined, {}],
  ["/books/a#b", undefined, {}],
  ["/constructor", undefined, {}],
  ["http://h.example:80/books/a", "/books/{id}", { id: "a" }],
  ["ftp://h.example/books/a", undefined, {}],
  ["/levels:append", "/levels:append", {}],
  ["/levels:trim", "/levels:trim", {}],
  ["/levels", undefined, {}],
  ["/books/1:sign", "/books/{id}:sign", { id: "1" }],
  ["/books/1/of:7", "/books/{id}/of:{year}", { id: "1", year: "7" }],
])(
  "text is preferred to a parameter, and encoding does not matter: %s is %s",
  (path, id, values) => {
    const found = tree.find("POST", path);
    expect([found?.operation.id, { ...found?.path }]).toEqual([id, values]);
  },
);

test("two paths that differ only in the names of parameters are refused", () => {
  expect(() =>
    createRoutingTable([operation("a", undefined, "/{a}"), operation("b", undefined, "/{b}")]),
  ).toThrow("Two paths are like /{b}.");
});

test.each([
  ["/a{/x*}", ["x"], true, { "/a/b": { x: "b" }, "/a/b/c%2Fd": { x: "b/c%2Fd" }, "/a": undefined }],
  ["/a{/x}", [], false, { "/a": {}, "/a/b": { x: "b" }, "/a/b/c": undefined }],
  [
    "/a/{+x}/c",
    [],
    true,
    { "/a/b%20b/d/c": { x: "b b/d" }, "/a/c": undefined, "/a/b/d": undefined },
  ],
  ["/a{.x}", [], true, { "/a.b.c": { x: "b.c" }, "/ab": undefined }],
  ["/a{;x}", [], true, { "/a;x=b": { x: "b" }, "/a;y=b": undefined, "/a;x=": undefined }],
] as const)("the template %s is found by its paths", (template, lists, required, paths) => {
  const parameter = { name: "x", in: "path", type: "string", required } as const;
  const array = lists.length > 0 ? { array: { explode: true } } : {};
  const templated: Operation = {
    ...operation("x", undefined, template.replaceAll(/\{\W?(\w+)\*?\}/g, "{$1}")),
    template,
    parameters: [{ ...parameter, ...array }],
  };
  const { find } = createRoutingTable([templated, operation("z", undefined, "/z")]);
  const found = Object.keys(paths).map((path) => [path, find("POST", path)?.path]);
  expect(Object.fromEntries(found)).toEqual(paths);
});
