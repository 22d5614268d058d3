import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ESLint, RuleTester } from "eslint";
import { expect, test } from "vitest";
import { findWords, forbiddenVocabulary, type Vocabulary } from "./forbidden-vocabulary.ts";

const shelf: Vocabulary = {
  words: ["book", "shelf", "3d"],
  phrases: ["by the book"],
};

test.each([
  ["a book", "book"],
  ["Books", "Books"],
  ["bookShelves", "book"],
  ["readBookById", "Book"],
  ["BOOK_SIZE", "BOOK"],
  ["a 3D film", "3D"],
])("%j has %j", (text, word) => {
  const [found] = findWords(text, shelf);
  expect(found && text.slice(found.start, found.end)).toBe(word);
  expect(found?.word).toBe(word);
});

test.each(["bookkeeper", "done by the book", "rebook"])("%j has none", (text) => {
  expect(findWords(text, shelf)).toEqual([]);
});

new RuleTester().run("forbidden-vocabulary", forbiddenVocabulary, {
  valid: [{ code: "const page = 1; // a page", options: [shelf] }],
  invalid: [
    {
      code: "// A page of\n// the book.\nconst page = 1;",
      options: [shelf],
      errors: [{ messageId: "foreign", line: 2, column: 8, endColumn: 12 }],
    },
    {
      code: "const bookPage = 1;",
      options: [shelf],
      errors: [{ messageId: "foreign", line: 1, column: 7 }],
    },
  ],
});

const root = resolve(import.meta.dirname, "../..");

/** The vocabulary that ESLint is configured to keep out of a file. */
async function vocabularyFor(file: string): Promise<Vocabulary | undefined> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(resolve(root, file))) as {
    rules?: Record<string, [number, Vocabulary?]>;
  };
  return config.rules?.["contract/forbidden-vocabulary"]?.[1];
}

test.each([
  "scripts/generate/index.ts",
  "server/skeleton/index.ts",
  "client/runtime/call.ts",
  "conformance/case.ts",
  "spec/library/decorators.ts",
])("the rule is on for %s", async (file) => {
  expect((await vocabularyFor(file))?.words.length).toBeGreaterThan(20);
});

test("what ESLint does not read of the library knows no word of the domain either", async () => {
  const vocabulary = await vocabularyFor("spec/library/decorators.ts");
  for (const file of ["main.tsp", "index.js"]) {
    const text = await readFile(resolve(root, "spec/library", file), "utf8");
    expect(vocabulary && findWords(text, vocabulary)).toEqual([]);
  }
});
