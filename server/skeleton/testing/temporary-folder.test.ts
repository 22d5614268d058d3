import { readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.ts";

test("is empty, and others may enter it", () => {
  const folder = makeTemporaryFolder();
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  rmSync(folder, { recursive: true });
});

test("is an ordinary one where memory holds no files", () => {
  const folder = makeTemporaryFolder("/no-such-folder");
  expect(dirname(folder)).toBe(tmpdir());
  rmSync(folder, { recursive: true });
});
