import { expect, test } from "vitest";
import { folderWith } from "../testing/folder.ts";
import { librariesOf, typeSpecFiles } from "./from-specification.ts";

test("a specification has its entry and what is imported by a relative path", async () => {
  await using folder = await folderWith({
    "api.tsp": 'import "./models";\nimport "./marks.js";\nimport "@typespec/http";\n',
    "models/main.tsp": 'import "../common.tsp";',
    "common.tsp": 'import "@typespec/rest/resource";\nimport "own";',
    "marks.js":
      'import { x } from "./more.js";\nimport { join } from "node:path";\nexport * from "./last.js";\n',
    "more.js": "",
    "last.js": "",
    "unused.tsp": 'import "./missing.tsp";',
  });
  const entry = folder.of("api.tsp");
  expect([...(await typeSpecFiles(entry)).keys()].sort()).toEqual([
    ...["common.tsp", "last.js", "main.tsp", "marks.js", "models/main.tsp", "more.js"],
  ]);
  expect((await librariesOf(entry)).sort()).toEqual(["@typespec/http", "@typespec/rest", "own"]);
});

test.each([
  ["a missing file", "./missing.tsp", "missing.tsp cannot be read: no such file"],
  ["a file outside of the folder", "../other.tsp", "is outside of"],
])("%s is refused", async (_, imported, reason) => {
  await using folder = await folderWith({ "main.tsp": `import "${imported}";` });
  await expect(typeSpecFiles(folder.of("main.tsp"))).rejects.toThrow(reason);
});

test("a document with XML needs the library of XML", async () => {
  await using folder = await folderWith({
    "a.yaml": "content: { application/xml: {} }",
    "b.yaml": "openapi: 3.0.0",
  });
  expect(await librariesOf(folder.of("a.yaml"))).toEqual(["@typespec/xml"]);
  expect(await librariesOf(folder.of("b.yaml"))).toEqual([]);
});
