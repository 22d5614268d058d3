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
