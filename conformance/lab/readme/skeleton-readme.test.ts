import { expect, test } from "vitest";
import { typecheck } from "../../testing/compile.ts";
import { generateInto, librarySpec } from "../../testing/generated.ts";
import { blocksOf } from "../testing/readme.ts";

test("the snippets of the skeleton's README compile", async () => {
  const snippets = await blocksOf("server/skeleton/README.md", "ts");
  expect(snippets.length).toBeGreaterThan(1);
  await using generated = await generateInto(librarySpec);
  const files = snippets.map((text, index) => [
    `skeleton-snippet-${index}.ts`,
    text.replaceAll("./generated/", `${generated.folder}/`),
  ]);
  expect(typecheck(Object.fromEntries(files) as Record<string, string>)).toEqual([]);
});
