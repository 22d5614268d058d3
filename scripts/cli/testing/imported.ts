import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { importDocument } from "../commands/import.ts";
import { printedBy } from "./printed.ts";

/** What `contract import` prints for a document, and the TypeSpec that it writes. A second run is rejected. */
export async function imported(source: object, ...options: string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const [file, out] = [join(folder.path, "openapi.json"), join(folder.path, "spec")];
  await writeFile(file, JSON.stringify(source, null, 1));
  const run = () => importDocument([file, "--out", out, ...options]);
  const printed = await printedBy(run, { isTerminal: true });
  await expect(importDocument([file, "--out", out])).rejects.toThrow("is not empty");
  return { ...printed, main: await readFile(join(out, "main.tsp"), "utf8") };
}
