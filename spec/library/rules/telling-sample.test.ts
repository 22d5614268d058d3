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
        "Sample 'one' of 'find' gives title and its answer lists nothing",
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

const nothing = `returnType: #{ _: 200, found: #[] }`;
const answer = `{ @statusCode _: 200; found: string[]; }`;

test.each([
  ["path", "author", `op find(@path author: string): ${answer};`, `author: "a"`],
  ["header", "language", `op find(@header language: string): ${answer};`, `language: "vi"`],
  [
    "body",
    "body.author",
    `@post op find(@body wish: { author: string }): ${answer};`,
    `wish: #{ author: "a" }`,
  ],
  ["spread body", "body.author", `@post op find(author: string): ${answer};`, `author: "a"`],
])("what a %s gives and nothing shows is found", async (_, input, operation, parameters) => {
  const sample = `@@opExample(find, #{ parameters: #{ ${parameters} }, ${nothing} }, #{ title: "one" });`;
  const found = await lint("telling-sample", `${sample} ${operation}`);
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining(`gives ${input} and its answer lists nothing`),
  ]);
});

test("an answer of nothing but nulls shows nothing", async () => {
  const operation = `op find(@path id: string): { @statusCode _: 200; @body found: { title: string | null } };`;
  const shown = (title: string) =>
    `@@opExample(find, #{ parameters: #{ id: "7" }, returnType: #{ _: 200, found: #{ title: ${title} } } }, #{ title: "one" });`;
  expect(await lint("telling-sample", shown("null") + operation)).toHaveLength(1);
  expect(await lint("telling-sample", shown(`"a"`) + operation)).toEqual([]);
});

test.each([
  ["a credential", `@header token: string`, `token: "<TOKEN>"`],
  ["what is made afresh", `@header @fresh id: string`, `id: "a"`],
])("%s is nothing that an answer depends on", async (_, parameter, given) => {
  const sample = `@@opExample(find, #{ parameters: #{ ${given} }, ${nothing} }, #{ title: "one" });`;
  expect(await lint("telling-sample", `${sample} op find(${parameter}): ${answer};`)).toEqual([]);
});

describe("two samples that differ in one input", () => {
  const read = `op read(@path id: string, @query size?: int32, @header language?: string): { @statusCode _: 200; @body text: string; };`;
  const sample = (name: string, given: string, text: string) =>
    `@@opExample(read, #{ parameters: #{ ${given} }, returnType: #{ _: 200, text: "${text}" } }, #{ title: "${name}" });`;
  const first = sample("one", `id: "1"`, "a");

  test.each([
    ["query", "size", `id: "1", size: 3`],
    ["header", "language", `id: "1", language: "vi"`],
    ["path", "id", `id: "2"`],
  ])("of the %s and are answered the same are found", async (_, input, given) => {
    const found = await lint("telling-sample", first + sample("two", given, "a") + read);
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining(`Samples 'one' and 'two' of 'read' differ in nothing but ${input}`),
    ]);
  });

  test.each([
    ["are answered otherwise", sample("two", `id: "1", size: 3`, "b")],
    ["differ in more", sample("two", `id: "2", size: 3`, "a")],
    [
      "have something else set up",
      `${sample("two", `id: "2"`, "a")} @@providerState(read, "two", "text", #{ id: "2" });`,
    ],
  ])("and %s pass", async (_, second) => {
    expect(await lint("telling-sample", first + second + read)).toEqual([]);
  });
});
