import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { RuleTester } from "oxlint/plugins-dev";
import { expect, test } from "vitest";
import { gatewayWords } from "../../../oxlint.config.ts";
import { findWords, forbiddenVocabulary } from "./forbidden-vocabulary.ts";

const shelf = {
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
])("%j contains the word %j", (text, word) => {
  const [found] = findWords(text, shelf);
  expect(found && text.slice(found.start, found.end)).toBe(word);
  expect(found?.word).toBe(word);
});

test.each(["bookkeeper", "done by the book", "rebook"])(
  "%j contains no word of the vocabulary",
  (text) => {
    expect(findWords(text, shelf)).toEqual([]);
  },
);

new RuleTester().run("forbidden-vocabulary", forbiddenVocabulary, {
  valid: [{ code: "const page = 1; // a page", options: [shelf] }],
  invalid: [
    {
      code: "// A page of\n// the book.\nconst page = 1;",
      options: [shelf],
      errors: [{ messageId: "foreign", line: 2, column: 7, endColumn: 11 }],
    },
    {
      code: "const bookPage = 1;",
      options: [shelf],
      errors: [{ messageId: "foreign", line: 1, column: 6 }],
    },
  ],
});

const root = resolve(import.meta.dirname, "../../..");

test("the files of the library that the linter does not read contain no word of the domain", async () => {
  for (const file of ["main.tsp", "index.js"]) {
    const text = await readFile(resolve(root, "spec/library", file), "utf8");
    expect(findWords(text, gatewayWords)).toEqual([]);
  }
});
