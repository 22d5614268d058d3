import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationValidators } from "@contract-toolkit/contract";
import type { CompiledSchemas } from "./compiled-schemas.ts";
import { compileValidators } from "./validators.ts";

const node = (counterpart: string) => ({
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", maxLength: 9, pattern: "^[a-z]+$" },
    made: { type: "string", format: "date-time" },
    names: { type: "array", items: { type: "object" }, uniqueItems: true },
    next: { $ref: `open.${counterpart}` },
    self: { $ref: `open.${counterpart === "Even" ? "Odd" : "Even"}` },
  },
});

const schemas: CompiledSchemas = {
  messages: new Map(
    ["add", "find-all", "move"].map((id) => [
      `${id}.request`,
      { type: "object", properties: { body: { $ref: "open.Even" }, [id]: { type: "integer" } } },
    ]),
  ),
  components: new Map([
    ["open.Even", node("Odd")],
    ["open.Odd", node("Even")],
  ]),
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "validator-modules-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("validators in several modules give the same results as in one", async () => {
  const item = await loaded("one", await compileValidators("one", schemas));
  const texts = await compileValidators("many", schemas, 2000);
  const files = texts.map(([file]) => file);
  expect(files.slice(0, 3)).toEqual(["many-shared.js", "many-1.js", "many-2.js"]);
  expect(files.at(-1)).toBe("many.js");
  const many = await loaded("many", texts);
  const bad = { id: "UPPER", made: "today", names: [{}, {}] };
  for (const body of [{ id: "a" }, bad, { id: "a", next: bad, self: { id: 1 } }, []]) {
    for (const id of ["add", "find-all", "move"]) {
      const [first, second] = [item[id]?.request, many[id]?.request];
      expect(second?.({ body })).toBe(first?.({ body }));
      expect(second?.errors).toEqual(first?.errors);
    }
  }
  // A component that refers to another that refers to it.
  expect(many["add"]?.request({ body: { id: "a", next: { id: "a", next: bad } } })).toBe(false);
  expect(many["add"]?.request.errors?.map(({ keyword }) => keyword)).toEqual([
    ...["pattern", "format", "uniqueItems"],
  ]);
});

async function loaded(
  name: string,
  texts: readonly [file: string, text: string][],
): Promise<Record<string, OperationValidators>> {
  for (const [file, text] of texts) await writeFile(join(folder, file), text);
  const module = (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as {
    validators: Record<string, OperationValidators>;
  };
  return module.validators;
}
