import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";

const weak = '@pattern("^(?:[a-z]{1,10}){1,10}$")';

test.each([
  ["a property", `model Book { ${weak} id: string } op read(): Book;`],
  ["a scalar", `${weak} scalar Id extends string; op read(): { id: Id };`],
  ["items of a list", `${weak} scalar Id extends string; op read(): { ids: Id[] };`],
  ["values of a record", `${weak} scalar Id extends string; op read(): Record<Id>;`],
  ["a parameter", `op read(@query ${weak} id: string): void;`],
  ["a header of a response", `op read(): { @header ${weak} id: string };`],
  ["a template", `model Page<T> { ${weak} next: string; all: T[] } op read(): Page<int32>;`],
  ["a parameter of a template", `op read<T>(@query ${weak} id: T): void; op one is read<string>;`],
  ["a spread model", `model Id { ${weak} id: string } op read(): { ...Id };`],
  [
    "an augmentation",
    `model Book { id: string } op read(): Book; @${weak.replace("(", "(Book.id, ")};`,
  ],
  ["a branch of a union", `${weak} scalar Id extends string; op read(): { id: Id | int32 };`],
])("a weak pattern of %s is refused with its position", async (_, body) => {
  await expect(generatedFrom(body)).rejects.toThrow(
    /^\S+main\.tsp:7:\d+ - error \S+super-linear-pattern: "\^\(\?:\[a-z\]\{1,10\}\)\{1,10\}\$" .*, as with "a"\.repeat\(99\).*\nBegin the expression with \^[^\n]+$/,
  );
});
