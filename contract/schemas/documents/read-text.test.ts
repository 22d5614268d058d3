import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDocumentText } from "./read-text.ts";

test("U+FFFD is a character like others, and a byte that is not UTF-8 has a position", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "read-text-"));
  const path = join(folder.path, "openapi.yaml");
  await writeFile(path, "a: ca\uFFFDe\n");
  expect(await readDocumentText(path)).toBe("a: ca\uFFFDe\n");
  await writeFile(path, Buffer.from("a: 1\nb: ca\xE9", "latin1"));
  await expect(readDocumentText(path, "mine.yaml")).rejects.toThrow("mine.yaml:2:6: is not UTF-8");
});
