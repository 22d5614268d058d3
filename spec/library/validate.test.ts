import { expect, test } from "vitest";
import { errorsOf } from "./testing/lint.ts";

const found = async (source: string) =>
  (await errorsOf(source)).map(({ at, code, message }) => [at, code, message]);

test("a number can be compared with a sibling number", async () => {
  expect(
    await found(`op read(@query @atMost("to") from?: int64, @query to?: int64): Span;
model Span { @atMost("last") first: uint8; last: float64 | null; }`),
  ).toEqual([]);
});

test("a value that is not a number on the wire cannot be compared with a number", async () => {
  expect(
    await found(`op read(): Span;
model Span {
  @atMost("last") first: string;
  last: int32;
  @atMost("until") since: int32;
  @encode(string) until: int64;
}`),
  ).toEqual([
    [
      "3:3",
      "@contract-toolkit/typespec/not-comparable",
      expect.stringContaining("'first' is not a number"),
    ],
    [
      "5:3",
      "@contract-toolkit/typespec/not-comparable",
      expect.stringContaining("'until' is not a number"),
    ],
  ]);
});

const unenforced = "@contract-toolkit/typespec/unenforced-sibling";

test.each([
  [
    "a query parameter of another name",
    '@get op read(@query @atMost("to") from?: int32, @query("till") to?: int32): void;',
    "its sibling 'to' is called 'till' in messages",
  ],
  [
    "headers, whose names have hyphens",
    '@get op read(@header @requires("endTime") startTime?: string, @header endTime?: string): void;',
    "its sibling 'endTime' is called 'end-time' in messages",
  ],
  [
    "a path parameter of another name",
    '@route("/{x}/{why}") @get op read(@path @requires("y") x: string, @path("why") y: string): void;',
    "its sibling 'y' is called 'why' in messages",
  ],
  [
    "a field of another name",
    '@post op send(@requiredWhen("y", "a") x?: string, @encodedName("application/json", "why") y?: string): void;',
    "its sibling 'y' is called 'why' in messages",
  ],
  [
    "a query parameter and a header",
    '@get op read(@query @requires("y") x?: string, @header y?: string): void;',
    "it travels in the query and its sibling 'y' in the request headers",
  ],
  [
    "a query parameter and one that the route names",
    '@route("/{y}") @get op read(@query @requiredWhen("y", "a") x?: string, y: string): void;',
    "it travels in the query and its sibling 'y' in the path",
  ],
  [
    "a query parameter and a field",
    '@post op send(@query @atMost("y") x?: int32, y: int32): void;',
    "it travels in the query and its sibling 'y' in the body",
  ],
  [
    "a query parameter and the body",
    '@post op send(@query @requires("y") x?: string, @body y?: string): void;',
    "it travels in the query and its sibling 'y' in the whole body",
  ],
  [
    "headers of a response",
    'op read(): { @header @requires("y") x?: string; @header y?: string; };',
    "properties in the response headers are not compared",
  ],
  [
    "cookies",
    '@get op read(@cookie @requires("y") x?: string, @cookie y?: string): void;',
    "properties in the cookies are not compared",
  ],
])("a rule that would not be enforced is reported: %s", async (_, source, message) => {
  const at = expect.stringMatching(/^1:\d+$/) as string;
  expect(await found(source)).toEqual([[at, unenforced, expect.stringContaining(message)]]);
});

test("a rule is enforced in each part of a request, whatever the name of its own property", async () => {
  expect(
    await found(`model Span {
  @encodedName("application/json", "from") @atMost("last") first?: int32;
  last?: int32;
}
@route("/{a}/{b}") @post op send(
  @path @atMost("b") a: int32,
  b: int32,
  @query("s") @requires("t") since?: string,
  @query t?: string,
  @header @requiredWhen("b-c", "x") x?: string,
  @header \`b-c\`?: string,
  @body span: Span,
): void;`),
  ).toEqual([]);
});

test("a model that is spread into parameters is reported once", async () => {
  expect(
    await found(`model Span { @query @atMost("to") from?: int32; @query("till") to?: int32; }
@get op read(...Span): void;`),
  ).toEqual([["1:14", unenforced, expect.stringContaining("'till'")]]);
});

test("the values of @samples have the types of the operation", async () => {
  expect(
    await found(`@samples(#{ title: "a", description: "", parameters: #{ id: 1 }, returnType: #{ name: 2 } })
op read(@path id: string): { name: string };`),
  ).toEqual([
    ["1:57", "unassignable", expect.stringContaining("'1'")],
    ["1:81", "unassignable", expect.stringContaining("'2'")],
  ]);
});

test("the choices of an imported document need not be declared", async () => {
  expect(await found(`@extension("x-chosen", #["absent"]) op read(): void;`)).toEqual([]);
});

test("an unknown choice id does not compile", async () => {
  const unknown = "@contract-toolkit/typespec/unknown-choice";
  expect(await found(`@@chosen(Tested, "absent"); @chosen("lost") op read(): void;`)).toEqual([
    [expect.any(String), unknown, expect.stringContaining("'absent'")],
    [expect.any(String), unknown, expect.stringContaining("'lost'")],
  ]);
});

test("what documents would lose is an error while it is written", async () => {
  expect(await found("model Place { at: [float64, float64]; } op read(): Place;")).toEqual([
    ["1:19", "@contract-toolkit/typespec/tuple", expect.stringContaining("write a list")],
  ]);
});
