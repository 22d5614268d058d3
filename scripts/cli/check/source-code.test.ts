import { expect, test } from "vitest";
import { folderWith } from "../testing/folder.ts";
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
  const files = ["a/b.ts", "c.js", "d.test.ts", "node_modules/e.js", "dist/f.js", "g.d.ts"];
  const weak = Object.fromEntries(files.map((file) => [file, "/-+$/;"]));
  await using folder = await folderWith(weak);
  const lines = await weakExpressionsBelow([folder.path]);
  expect(lines.map((line) => line.slice(folder.path.length).split(" ")[0])).toEqual([
    "/a/b.ts:1:1",
    "/c.js:1:1",
  ]);
});
