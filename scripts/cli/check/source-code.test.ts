import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { weakExpressions, weakExpressionsBelow } from "./source-code.ts";

test.each([
  ["a literal", "const trimmed = text.replace(\n  /-+$/,\n  '');", ":2:3 /-+$/ may"],
  ["flags", "/-+$/gi", ":1:1 /-+$/gi may"],
  ["a constructed one", 'new RegExp("-+$", "u")', ":1:1 /-+$/u may"],
  ["a called one", "RegExp(`-+$`)", ":1:1 /-+$/ may"],
])("%s is found", (_, text, expected) => {
  expect(weakExpressions(text, "a.ts")).toEqual([expect.stringContaining(`a.ts${expected}`)]);
});

test.each(["a / b + c / d", "// /-+$/", '"/-+$/"', "new RegExp(text)", "/^-+$/"])(
  "%s is passed",
  (text) => {
    expect(weakExpressions(text, "a.ts")).toEqual([]);
  },
);

test("all sources of a folder are read, except tests and packages", async () => {
  const folder = await mkdtemp(join(tmpdir(), "expressions-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = ["a/b.ts", "c.js", "d.test.ts", "node_modules/e.js", "dist/f.js", "g.d.ts"];
  for (const file of files) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), "/-+$/;");
  }
  const lines = await weakExpressionsBelow([folder]);
  expect(lines.map((line) => line.slice(folder.length).split(" ")[0])).toEqual([
    "/a/b.ts:1:1",
    "/c.js:1:1",
  ]);
});
