import { mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { importDocument } from "../../../scripts/commands/import.ts";
import { typecheck } from "../../testing/compile.ts";
import { generateInto } from "../../testing/generated.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const withText = { type: "object", properties: { a: text } };

/** Constructs of documents that are in use, of which the converter makes what does not compile. */
const constructs: readonly [
  name: string,
  schemas: Readonly<Record<string, object>>,
  operation?: object,
][] = [
  [
    "named values, and parameters of values",
    {
      A: { type: "object", properties: { one: ref("One"), word: ref("Word") } },
      One: { type: "integer", format: "int32", oneOf: [{ title: "X", const: 4 }] },
      Word: { type: "string", const: "a" },
    },
    {
      parameters: [
        { name: "none", in: "query", schema: { type: "string", enum: [] } },
        {
          name: "values",
          in: "query",
          schema: { type: "integer", oneOf: [{ const: 4 }, { const: 5 }] },
        },
      ],
    },
  ],
  [
    "named scalars with defaults, booleans and members with defaults",
    {
      A: {
        type: "object",
        properties: { on: ref("On"), both: ref("Both"), only: ref("Only"), any: ref("Any") },
      },
      On: { type: "boolean", default: true },
      Both: { type: "boolean", enum: [true, false] },
      Only: { type: "boolean", const: true },
      Any: {
        anyOf: [
          { type: "string", enum: ["a", "b"], default: "a" },
          { type: "number", default: 1 },
        ],
      },
    },
  ],
  [
    "quotes and backslashes in tags, titles and summaries, code in descriptions",
    {
      A: {
        ...withText,
        title: 'A "b" \\ ${x}',
        description: "Use:\n```\n/* a */ run '{}' */\n```\n@tag",
      },
    },
    {
      tags: ['Say "hi"', "back\\slash ${x}"],
      "x-code": [{ php: 'use A\\Client;\necho "a" ${b}' }],
      summary: 'The "best" */ \\one',
    },
  ],
  [
    "properties with quotes and without a name",
    {
      A: {
        type: "object",
        properties: { "": text, 'q"q': text, "b`b": text, of: { ...text, enum: ['x"y', "a\\b"] } },
        required: [""],
      },
    },
    { parameters: [{ name: 'h"x', in: "query", schema: text, description: 'a "b"' }] },
  ],
  [
    "models with the same properties, and spreads of what is no model",
    {
      A: { allOf: [ref("B"), ref("C"), ref("D")], properties: { a: text } },
      B: withText,
      C: { type: "object", properties: { a: text, c: { type: "integer" } } },
      D: {
        allOf: [
          ref("B"),
          {
            type: "object",
            properties: { d: text, none: ref("None"), list: ref("Lists"), u: ref("U") },
          },
        ],
      },
      None: { allOf: [ref("Empty"), withText] },
      Empty: {},
      Lists: { allOf: [ref("List")] },
      List: { type: "array", items: text },
      U: { allOf: [ref("Either"), { type: "object", properties: { z: text } }] },
      Either: { oneOf: [ref("B"), ref("C")] },
    },
  ],
];

test("constructs in use are imported, generated and typechecked", async () => {
  // Their schemas have names of their own, so that one document has all of them.
  const apart = constructs.map(([, schemas, operation = {}], at) => {
    const numbered = JSON.stringify({ schemas, operation }).replaceAll(
      /(?<=#\/components\/schemas\/)\w+/g,
      (name) => name + at,
    );
    return { at, ...(JSON.parse(numbered) as { schemas: object; operation: object }) };
  });
  const paths = apart.map(({ at, operation }) => {
    const content = { "application/json": { schema: ref(`A${at}`) } };
    const responses = { 200: { description: "A.", content } };
    return [`/${at}`, { get: { operationId: `read${at}`, responses, ...operation } }];
  });
  const schemas = apart.flatMap(({ at, schemas }) =>
    Object.entries(schemas).map(([name, schema]) => [name + at, schema as unknown]),
  );
  const document = {
    openapi: "3.1.0",
    info: { title: "Clocks", version: "1.0.0" },
    paths: Object.fromEntries(paths) as unknown,
    components: { schemas: Object.fromEntries(schemas) as unknown },
  };
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const file = join(folder.path, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await importDocument([file, "--out", join(folder.path, "spec"), "--lossy"])).toBe(0);
  vi.restoreAllMocks();
  const generated = await generateInto(join(folder.path, "spec/main.tsp"));
  const imports = ["handlers.ts", "index.ts"].map(
    (name) => `import type {} from "${generated.folder}/clocks/${name}";\n`,
  );
  expect(typecheck({ "imported.virtual.ts": imports.join("") }, generated.folder)).toEqual([]);
});
