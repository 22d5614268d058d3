import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { importDocument } from "../cli/commands/import.ts";
import { typecheck } from "../../conformance/testing/compile.ts";
import { generateInto } from "../../conformance/testing/generated.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const withText = object({ a: text });
const inQuery = (name: string, schema: object) => ({ name, in: "query", schema });

/** Constructs in real documents that the converter alone would turn into TypeSpec with errors. */
const schemas = {
  // Named values.
  Values: object({ one: ref("One"), word: ref("Word") }),
  One: { type: "integer", format: "int32", oneOf: [{ title: "X", const: 4 }] },
  Word: { type: "string", const: "a" },
  // Named scalars with defaults, booleans and members with defaults.
  Defaults: object({ on: ref("On"), both: ref("Both"), only: ref("Only"), any: ref("Any") }),
  On: { type: "boolean", default: true },
  Both: { type: "boolean", enum: [true, false] },
  Only: { type: "boolean", const: true },
  Any: {
    anyOf: [
      { type: "string", enum: ["a", "b"], default: "a" },
      { type: "number", default: 1 },
    ],
  },
  // Properties with quotes and without a name, code in a description.
  Quotes: {
    ...object({ "": text, 'q"q': text, "b`b": text, of: { ...text, enum: ['x"y', "a\\b"] } }),
    required: [""],
    title: 'A "b" \\ ${x}',
    description: "Use:\n```\n/* a */ run '{}' */\n```\n@tag",
  },
  // Models with the same properties, and spreads of what is no model.
  Spreads: { allOf: [ref("B"), ref("C"), ref("D")], properties: { a: text } },
  B: withText,
  C: object({ a: text, c: { type: "integer" } }),
  D: { allOf: [ref("B"), object({ d: text, none: ref("None"), list: ref("Lists"), u: ref("U") })] },
  None: { allOf: [ref("Empty"), withText] },
  Empty: {},
  Lists: { allOf: [ref("List")] },
  List: { type: "array", items: text },
  U: { allOf: [ref("Either"), object({ z: text })] },
  Either: { oneOf: [ref("B"), ref("C")] },
};

/** The parameters of an operation that answers with a schema, by its name. */
const parameters: Readonly<Record<string, readonly object[]>> = {
  Values: [
    inQuery("none", { type: "string", enum: [] }),
    inQuery("values", { type: "integer", oneOf: [{ const: 4 }, { const: 5 }] }),
  ],
  Defaults: [],
  Quotes: [{ ...inQuery('h"x', text), description: 'a "b"' }],
  Spreads: [],
};

test("these constructs are imported, generated and typechecked", async () => {
  const paths = Object.entries(parameters).map(([name, own]) => {
    const content = { "application/json": { schema: ref(name) } };
    const responses = { 200: { description: "A.", content } };
    const operation = { operationId: `read${name}`, responses };
    return [`/${name}`, { get: { ...operation, parameters: own }, put: operation }];
  });
  const servers = ["sandbox", "live"].map((name) => ({ url: `https://${name}.example` }));
  const tags = ["b", "a", "b"].map((name) => ({ name, description: `About ${name}.` }));
  const document = {
    openapi: "3.1.0",
    info: { title: "Clocks", version: "1.0.0" },
    ...{ servers, tags },
    paths: Object.fromEntries(paths) as unknown,
    components: { schemas },
  };
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const file = join(folder.path, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await importDocument([file, "--out", join(folder.path, "spec"), "--lossy"])).toBe(0);
  vi.restoreAllMocks();
  const generated = await generateInto(join(folder.path, "spec/main.tsp"));
  const published: unknown = JSON.parse(
    await readFile(join(generated.folder, "clocks/openapi-3.1.json"), "utf8"),
  );
  expect(published).toMatchObject({ servers, tags: tags.slice(0, 2) });
  const imports = ["handlers.ts", "index.ts"].map(
    (name) => `import type {} from "${generated.folder}/clocks/${name}";\n`,
  );
  expect(typecheck({ "imported.virtual.ts": imports.join("") }, generated.folder)).toEqual([]);
});
