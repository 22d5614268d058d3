import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expressionsIn } from "./literals.ts";
import { describeWeakness, weaknessOf } from "./linear.ts";

/** The expressions of a text that may take more than linear time: file, line, column and why. */
export function weakExpressions(text: string, name: string): string[] {
  return expressionsIn(text, name).flatMap(({ source, flags, line, column }) => {
    const weakness = weaknessOf(source, flags);
    return weakness
      ? [`${name}:${line}:${column} /${source}/${flags} ${describeWeakness(weakness)}`]
      : [];
  });
}

/** The same for all sources in folders, but tests: those run on what they made themselves. */
export async function weakExpressionsBelow(folders: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  const names = folders.map((folder) => `${folder}/**/*.{ts,js,mjs}`);
  for await (const file of glob(names, { exclude: isSkipped })) files.push(file);
  const lines = await Promise.all(
    files.sort().map(async (file) => weakExpressions(await readFile(file, "utf8"), file)),
  );
  return lines.flat();
}

function isSkipped(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || name === "dist" || /\.(?:test|d)\.ts$/.test(name);
}
