import { formatTypeSpec } from "@typespec/compiler";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generate, type GeneratedFiles } from "../generate/index.ts";
import { unformattedBelow } from "./unformatted.ts";

test("formatting a specification changes positions in what is generated, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "format-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const spec = join(folder, "spec");
  cpSync(join(import.meta.dirname, "../new/template/spec"), spec, { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const before = await generate(join(spec, "main.tsp"));
  const files = ["main.tsp", "samples.tsp"].map((name) => join(spec, name));
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const narrow = await formatTypeSpec(text, { printWidth: 40 });
    expect(narrow).not.toBe(text);
    writeFileSync(file, narrow);
  }
  expect(await unformattedBelow(spec)).toEqual(files);
  const after = await generate(join(spec, "main.tsp"));
  expect(after).not.toEqual(before);
  expect(withoutPositions(after)).toEqual(withoutPositions(before));
});

function withoutPositions(files: GeneratedFiles): [string, string][] {
  return [...files].map(([name, text]) => [
    name,
    text.replaceAll(/\.tsp:\d+(:\d+)?/g, ".tsp").replaceAll(/"(line|column)": ?\d+/g, '"$1":0'),
  ]);
}
