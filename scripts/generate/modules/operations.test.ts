import { expect, test } from "vitest";
import { generate } from "../index.ts";
import { specify } from "../testing/specification.ts";

test("an operation that is called as a type of another one has the name", async () => {
  await using specification = await specify(
    'op find(@query id: string): string;\n@route("/status") op findStatus(): string;\n@route("/200") op find200(): string;',
  );
  const text = (await generate(specification.entry)).get("shelf/operations.d.ts") ?? "";
  const names = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(text).toContain("export interface FindStatus {");
  expect(text).toContain("status: FindStatus_;");
});

test("a body that several messages have is declared once, by a name that nothing else has", async () => {
  const models = ["Find200", "Record", "Book", "BookOnWire"];
  await using specification = await specify(
    models
      .map(
        (model) => `model ${model} { own${model}: string; }
        @route("/a/${model}") op find${model}(): ${model}; @route("/b/${model}") op next${model}(): ${model};`,
      )
      .join("\n") + "op find(): Book;",
  );
  const text = (await generate(specification.entry)).get("shelf/operations.d.ts") ?? "";
  const names = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(new Set(names).size).toBe(names.length);
  for (const model of models) expect(text.split(`"own${model}":`)).toHaveLength(2);
  expect(text).toContain("export type Find200 = Book;");
  expect(text).toContain("export interface Record_ {");
});
