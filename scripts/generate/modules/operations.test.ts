import ts from "typescript";
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

test("editors show the descriptions of the fields of a body", () => {
  const file = "generated/gateway/operations.d.ts";
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext });
  const checker = program.getTypeChecker();
  const body = program
    .getSourceFile(file)
    ?.statements.filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === "PayOrderBody");
  const fields = body ? checker.getTypeAtLocation(body).getProperties() : [];
  expect(fields).toHaveLength(2);
  for (const field of fields) expect(field.getJsDocTags()).not.toEqual([]);
});
