import { expect, test } from "vitest";
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
