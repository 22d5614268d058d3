import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { librariesOf, typeSpecFiles } from "./from-specification.ts";

async function written(files: Readonly<Record<string, string>>) {
  const folder = await mkdtempDisposable(join(tmpdir(), "specification-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return folder;
}

test("a specification has its entry and what is imported by a relative path", async () => {
  await using folder = await written({
    "api.tsp": 'import "./models";\nimport "./marks.js";\nimport "@typespec/http";\n',
    "models/main.tsp": 'import "../common.tsp";',
    "common.tsp": 'import "@typespec/rest/resource";\nimport "own";',
    "marks.js":
      'import { x } from "./more.js";\nimport { join } from "node:path";\nexport * from "./last.js";\n',
    "more.js": "",
    "last.js": "",
    "unused.tsp": 'import "./missing.tsp";',
  });
  const entry = join(folder.path, "api.tsp");
  expect([...(await typeSpecFiles(entry)).keys()].sort()).toEqual([
    ...["common.tsp", "last.js", "main.tsp", "marks.js", "models/main.tsp", "more.js"],
  ]);
  expect((await librariesOf(entry)).sort()).toEqual(["@typespec/http", "@typespec/rest", "own"]);
});

test.each([
  ["a missing file", "./missing.tsp", "cannot be read"],
  ["a file outside of the folder", "../other.tsp", "is outside of"],
])("%s is refused", async (_, imported, reason) => {
  await using folder = await written({ "main.tsp": `import "${imported}";` });
  await expect(typeSpecFiles(join(folder.path, "main.tsp"))).rejects.toThrow(reason);
});

test("a document with XML needs the library of XML", async () => {
  await using folder = await written({
    "a.yaml": "content: { application/xml: {} }",
    "b.yaml": "openapi: 3.0.0",
  });
  expect(await librariesOf(join(folder.path, "a.yaml"))).toEqual(["@typespec/xml"]);
  expect(await librariesOf(join(folder.path, "b.yaml"))).toEqual([]);
});
