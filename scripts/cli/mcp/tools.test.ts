import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadJudgingSuite } from "../traffic/judging-suite.ts";
import { toolsOf } from "./tools.ts";

test("the operations are listed with what of the document is left out", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "left-out-"));
  const file = join(folder.path, "a.json");
  const responses = { 204: { description: "Done." } };
  const requestBody = { content: { "application/json": { schema: { $ref: "#/nowhere" } } } };
  const paths = { "/a": { get: { responses }, put: { responses, requestBody } } };
  const info = { title: "A", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths }));
  const [operations] = toolsOf(() => loadJudgingSuite(file, false));
  expect(await operations?.run({})).toMatchObject({
    operations: [{ method: "GET", path: "/a" }, { method: "PUT" }],
    leftOut: [
      expect.stringMatching(/a\.json:1:\d+ #\/paths\/~1a\/put.*#\/nowhere leads to nothing/),
    ],
  });
});
