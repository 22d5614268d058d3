import { appendFileSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMemory } from "./verdict-cache.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "memory-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test("a result is there in the next run, as long as the conditions are the same", () => {
  const packages = temporaryFolder();
  createMemory<number>("lengths", ["1.0"], packages).note("a\nb", 3);
  expect(createMemory<number>("lengths", ["1.0"], packages).recall("a\nb")).toBe(3);
  expect(createMemory<number>("lengths", ["1.1"], packages).recall("a\nb")).toBeUndefined();
});

test("a line that was not written to its end is left out", () => {
  const packages = temporaryFolder();
  createMemory<number>("lengths", [], packages).note("a", 1);
  const [file = ""] = globSync(join(packages, ".cache/contract/*.jsonl"));
  appendFileSync(file, '["b",');
  const memory = createMemory<number>("lengths", [], packages);
  expect([memory.recall("a"), memory.recall("b")]).toEqual([1, undefined]);
});

test("a project without packages gets no folder", () => {
  const packages = join(temporaryFolder(), "node_modules");
  const memory = createMemory<number>("lengths", [], packages);
  memory.note("a", 1);
  expect(memory.recall("a")).toBe(1);
  expect(existsSync(packages)).toBe(false);
});
