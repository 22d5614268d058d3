import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../code/edits.ts";
import { openTypeCheck } from "./type-check.ts";

test("a changed file compiles only if its types fit", async () => {
  const check = openTypeCheck();
  const file = "contract/schemas/find-result.ts";
  const text = await readFile(join(repository, file), "utf8");
  expect(check(file, text)).toBe(true);
  expect(check(file, text.replace("if (result !== undefined) ", ""))).toBe(true);
  expect(check(file, text.replace("return result", "return items"))).toBe(false);
  expect(check(file, text.replace("return result", "return )"))).toBe(false);
});
