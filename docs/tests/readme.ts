import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The fenced code blocks of a document in one language. */
export async function blocksOf(file: string, language: string): Promise<string[]> {
  const text = await readFile(resolve(root, file), "utf8");
  return [...text.matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? "");
}
