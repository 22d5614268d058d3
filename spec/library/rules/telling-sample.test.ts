import { describe, expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

const operation = `op find(@query title?: string, @query page?: int32): { @statusCode _: 200; found: string[]; };`;

function sampleOf(parameters: string, found: string): string {
  return `@@opExample(find, #{ parameters: #{ ${parameters} }, returnType: #{ _: 200, found: #[${found}] } }, #{ title: "one" });`;
}

test("a sample whose query finds nothing, where nothing was set up, is found", async () => {
  const findings = await lint("telling-sample", sampleOf(`title: "a&b"`, "") + operation);
  expect(findings).toEqual([
    {
      at: expect.stringMatching(/^1:/) as string,
      code: "@contract-toolkit/typespec/telling-sample",
      message: expect.stringContaining(
        "Sample 'one' of 'find' sends title, but its answer is an empty list",
      ) as string,
    },
  ]);
});

test.each([
  ["shows what it finds", sampleOf(`title: "a&b"`, `"a&b"`)],
  ["has no query", sampleOf("", "")],
  [
    "has set something up",
    `${sampleOf(`title: "a"`, "")} @@providerState(find, "one", "book", #{ title: "b" });`,
  ],
])("a sample that %s passes", async (_, samples) => {
  expect(await lint("telling-sample", `${samples} ${operation}`)).toEqual([]);
});

test("an answer without lists passes", async () => {
  const source = `@opExample(#{ parameters: #{ title: "a" }, returnType: "b" }, #{ title: "one" })
op read(@query title: string): string;`;
  expect(await lint("telling-sample", source)).toEqual([]);
});

const answer = `{ @statusCode _: 200; found: string[]; }`;

/** An operation with a sample that finds nothing. */
function finding(name: string, parameters: string, given: string): string {
  return `@@opExample(${name}, #{ parameters: #{ ${given} }, returnType: #{ _: 200, found: #[] } }, #{ title: "one" });
@route("/${name}") op ${name}(${parameters}): ${answer};`;
}

test("what a path, a header or a body gives and nothing shows is found", async () => {
  const found = await lint(
    "telling-sample",
    [
      finding("a", "@path author: string", `author: "a"`),
      finding("b", "@header language: string", `language: "vi"`),
      finding("c", "@body wish: { author: string }", `wish: #{ author: "a" }`),
      finding("d", "author: string", `author: "a"`),
    ].join("\n"),
  );
  expect(
    found.map(({ message }) => / sends (\S+), but its answer is an empty list/.exec(message)?.[1]),
  ).toEqual(["author", "language", "body.author", "body.author"]);
});

test("an answer of nothing but nulls shows nothing", async () => {
  const shown = (name: string, title: string) =>
    `@@opExample(${name}, #{ parameters: #{ id: "7" }, returnType: #{ _: 200, found: #{ title: ${title} } } }, #{ title: "one" });
@route("/${name}") op ${name}(@path id: string): { @statusCode _: 200; @body found: { title: string | null } };`;
  const found = await lint("telling-sample", `${shown("a", "null")} ${shown("b", `"a"`)}`);
  expect(found.map(({ message }) => message)).toEqual([expect.stringContaining("of 'a' sends id")]);
});

test("a credential, and what is made afresh, is nothing that an answer depends on", async () => {
  const source = [
    finding("a", "@header token: string", `token: "<TOKEN>"`),
    finding("b", "@header @fresh id: string", `id: "a"`),
  ];
  expect(await lint("telling-sample", source.join("\n"))).toEqual([]);
});

describe("two samples that differ in one input", () => {
  const sample = (name: string, title: string, given: string, text: string) =>
    `@@opExample(${name}, #{ parameters: #{ ${given} }, returnType: #{ _: 200, text: "${text}" } }, #{ title: "${title}" });`;
  const reading = (name: string, second: string) =>
    `${sample(name, "one", `id: "1"`, "a")} ${second}
@route("/${name}") op ${name}(@path id: string, @query size?: int32, @header language?: string): { @statusCode _: 200; @body text: string; };`;

  test("and are answered the same are found", async () => {
    const found = await lint(
      "telling-sample",
      [
        reading("a", sample("a", "two", `id: "1", size: 3`, "a")),
        reading("b", sample("b", "two", `id: "1", language: "vi"`, "a")),
        reading("c", sample("c", "two", `id: "2"`, "a")),
      ].join("\n"),
    );
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining("Samples 'one' and 'two' of 'a' differ only in size"),
      expect.stringContaining("Samples 'one' and 'two' of 'b' differ only in language"),
      expect.stringContaining("Samples 'one' and 'two' of 'c' differ only in id"),
    ]);
  });

  test("pass with other answers, with more that differs, and with something else set up", async () => {
    const source = [
      reading("a", sample("a", "two", `id: "1", size: 3`, "b")),
      reading("b", sample("b", "two", `id: "2", size: 3`, "a")),
      reading("c", sample("c", "two", `id: "2"`, "a")),
      `@@providerState(c, "two", "text", #{ id: "2" });`,
    ];
    expect(await lint("telling-sample", source.join("\n"))).toEqual([]);
  });
});
