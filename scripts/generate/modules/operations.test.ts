import { expect, test } from "vitest";
import { generatedFrom } from "../testing/specification.ts";
import { usedNames } from "./names.ts";

test("an operation keeps its name if a type of another operation would have the same name", async () => {
  const files = await generatedFrom(
    'op find(@query id: string): string;\n@route("/status") op findStatus(): string;\n@route("/200") op find200(): string;',
  );
  const text = files.get("shelf/operations.d.ts") ?? "";
  const names = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(text).toContain("export interface FindStatus {");
  expect(text).toContain("status: FindStatus_;");
});

test("no type of an operation has a name that the generated modules use", async () => {
  const files = await generatedFrom(`@route("/1") op status(): void;
@route("/2") op handlers(): void;
@route("/3") op request(): void;`);
  const text = files.get("shelf/operations.d.ts") ?? "";
  const names = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
  expect(names.filter((name = "") => usedNames.has(name))).toEqual(["Operations"]);
  expect(files.get("shelf/handlers.ts")).toContain("request: Handler<Request_, Context, Request>;");
});

test("a content type with a quoted parameter is escaped", async () => {
  const files = await generatedFrom(
    `op read(): { @header contentType: "application/json; profile=\\"a\\""; @body body: { n: int32 } };`,
  );
  const text = files.get("shelf/operations.d.ts") ?? "";
  expect(text).toContain(String.raw`["content"]["application/json; profile=\"a\""]`);
});

test("a body that several messages share is declared once, by a unique name", async () => {
  const models = ["Find200", "Record", "Book", "BookOnWire"];
  const files = await generatedFrom(
    models
      .map(
        (model) => `model ${model} { own${model}: string; }
        @route("/a/${model}") op find${model}(): ${model}; @route("/b/${model}") op next${model}(): ${model};`,
      )
      .join("\n") + "op find(): Book;",
  );
  const text = files.get("shelf/operations.d.ts") ?? "";
  const names = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(new Set(names).size).toBe(names.length);
  for (const model of models)
    expect(text.split(`= components["schemas"]["${model}"];`)).toHaveLength(2);
  expect(text).toContain("export type Find200 = Book;");
  expect(text).toContain("export interface Record_ extends");
});

test("a body extends its type, so that editors show the descriptions of its fields", async () => {
  const files = await generatedFrom(
    "model Book { /** Its name. */ title: string; } @post op add(...Book): void;",
  );
  const text = files.get("shelf/operations.d.ts") ?? "";
  expect(text).toContain("export interface AddBody extends AddBodyOnWire {}");
  expect(files.get("shelf/types.ts")).toMatch(/@description Its name\. [^]*title: string/);
});
