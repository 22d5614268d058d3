import { readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { importDocument } from "../commands/import.ts";
import { folderWith } from "./folder.ts";
import { printedBy } from "./printed.ts";

/** What `contract import` prints for a document, and the TypeSpec that it writes. A second run is rejected. */
export async function imported(source: object, ...options: string[]) {
  await using folder = await folderWith({ "openapi.json": source });
  await symlink(resolve("node_modules"), folder.of("node_modules"));
  const [file, out] = [folder.of("openapi.json"), folder.of("spec")];
  const run = () => importDocument([file, "--out", out, ...options]);
  const printed = await printedBy(run, { isTerminal: true });
  await expect(importDocument([file, "--out", out])).rejects.toThrow("is not empty");
  return { ...printed, main: await readFile(join(out, "main.tsp"), "utf8") };
}
