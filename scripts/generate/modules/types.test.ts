import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { wireTypes } from "./types.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ["its variant", { Tree: { anyOf: [{ type: "string" }, { type: "array", items: ref("Tree") }] } }],
  [
    "null in its variant",
    {
      Tree: {
        anyOf: [
          { type: "string" },
          { type: "array", items: { nullable: true, allOf: [ref("Tree")] } },
        ],
      },
    },
  ],
  [
    "another component",
    {
      Tree: { oneOf: [{ type: "string" }, ref("Trees")] },
      Trees: { type: "array", items: ref("Tree") },
    },
  ],
  [
    "a map",
    {
      Tree: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: ref("Tree") }] },
    },
  ],
] as const)("the type of a union that holds itself by %s compiles", async (_, schemas) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "types-"));
  const file = join(folder.path, "types.ts");
  const info = { title: "Trees", version: "1" };
  await writeFile(
    file,
    await wireTypes({ openapi: "3.0.0", info, paths: {}, components: { schemas } }),
  );
  const options = { strict: true, noEmit: true, types: [], lib: ["lib.es5.d.ts"] };
  const program = ts.createProgram([file], options);
  const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(messages).toEqual([]);
});

test("fields may have the names of members of all objects", async () => {
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: "string", description: name }]),
  );
  const code = await wireTypes({
    openapi: "3.0.0",
    info: { title: "Names", version: "1" },
    paths: {},
    components: { schemas: { Names: { type: "object", properties, required: names } } },
  });
  for (const name of names)
    expect(code).toMatch(new RegExp(`@description ${name} [^]*\\b${name}"?: string`));
  expect(code).not.toContain("~own");
});
