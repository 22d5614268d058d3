import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { GeneratedFiles } from "./generate/index.ts";

/** How a generated file on disk differs from what the specification gives. */
export interface Difference {
  readonly file: string;
  readonly kind: "missing" | "changed" | "stale";
}

/** Compares a folder with what should be in it. */
export async function compareFiles(folder: string, files: GeneratedFiles): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [file, content] of files) {
    const found = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (found === undefined) differences.push({ file, kind: "missing" });
    else if (found !== content) differences.push({ file, kind: "changed" });
  }
  for (const file of await listFiles(folder)) {
    if (!files.has(file)) differences.push({ file, kind: "stale" });
  }
  return differences;
}

/** Makes a folder hold exactly these files, touching only what differs. Returns what it changed. */
export async function writeFiles(folder: string, files: GeneratedFiles): Promise<Difference[]> {
  const differences = await compareFiles(folder, files);
  for (const { file, kind } of differences) {
    const path = join(folder, file);
    if (kind === "stale") {
      await rm(path);
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, files.get(file) ?? "");
    }
  }
  return differences;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
