import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPackageJson } from "./package-json.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

test.each([
  ["{", / is not valid JSON: /],
  ["[]", / is not a JSON object\.$/],
])("a file with %s is refused with its path", async (text, message) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "package-"));
  const file = join(folder.path, "package.json");
  expect(readPackageJson(file)).toEqual({});
  await writeFile(file, text);
  expect(() => readPackageJson(file)).toThrow(UsageError);
  expect(() => readPackageJson(file)).toThrow(message);
});
