import { checkFormatTypeSpec } from "@typespec/compiler";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { entriesBelow } from "../output/walk.ts";

/** The TypeSpec files of a folder that are not formatted: the command of the compiler only counts them. */
export async function unformattedBelow(folder: string): Promise<string[]> {
  const isWanted = (path: string) => !path.split("/").includes("node_modules");
  const found: string[] = [];
  for await (const { path, isFile } of entriesBelow(folder, isWanted)) {
    if (!isFile || !path.endsWith(".tsp")) continue;
    const file = join(folder, path);
    if (!(await isFormatted(file))) found.push(file);
  }
  return found.sort();
}

async function isFormatted(file: string): Promise<boolean> {
  const settings = (await prettier.resolveConfig(file)) ?? {};
  try {
    return await checkFormatTypeSpec(await readFile(file, "utf8"), settings);
  } catch {
    // It does not compile, which is told elsewhere.
    return false;
  }
}

/** What the compiler formats with, and takes its settings from. */
interface Prettier {
  resolveConfig(file: string): Promise<object | null>;
}

const compiler = createRequire(import.meta.resolve("@typespec/compiler"));
const prettier = compiler("prettier") as Prettier;
