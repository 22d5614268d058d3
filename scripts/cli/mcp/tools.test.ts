import { expect, test } from "vitest";
import { folderWith } from "../testing/folder.ts";
import { loadJudgingSuite } from "../traffic/judging-suite.ts";
import { toolsOf } from "./tools.ts";

test("the operations are listed with what of the document is left out", async () => {
  const responses = { 204: { description: "Done." } };
  const requestBody = { content: { "application/json": { schema: { $ref: "#/nowhere" } } } };
  const paths = { "/a": { get: { responses }, put: { responses, requestBody } } };
  const info = { title: "A", version: "1" };
  await using folder = await folderWith({ "a.json": { openapi: "3.0.3", info, paths } });
  const [operations] = toolsOf(() => loadJudgingSuite(folder.of("a.json"), false));
  expect(await operations?.run({})).toMatchObject({
    operations: [{ method: "GET", path: "/a" }, { method: "PUT" }],
    leftOut: [
      expect.stringMatching(/a\.json:1:\d+ #\/paths\/~1a\/put.*#\/nowhere leads to nothing/),
    ],
  });
});
