import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "./random.ts";

/** A random card number with a correct check digit (ISO/IEC 7812-1, annex B). */
export function canaryCard(random: Random): string {
  const digits = `4${digitsOf(random, 14)}`;
  const sum = Array.from(digits).reduce((total, digit, at) => {
    const weighed = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function digitsOf(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.below(10))).join("");
}

/** A text as people and programs write it: plain, in groups, with dashes, and in four encodings. */
export function writings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    text.replace(/(.{4})(?=.)/g, "$1 "),
    text.replace(/(.{4})(?=.)/g, "$1-"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Array.from(text, (c) => `%${c.charCodeAt(0).toString(16)}`).join(""),
    bytes.toString("hex"),
  ];
}

/** Lists the forms of the texts that the bytes contain. */
export function found(texts: readonly string[], bytes: string): readonly string[] {
  return texts.flatMap(writings).filter((writing) => standsAlone(writing, bytes));
}

/** A short number also occurs by chance inside longer ones, so it counts only between other characters. */
function standsAlone(writing: string, bytes: string): boolean {
  return /^\d{1,8}$/.test(writing)
    ? new RegExp(`(?<![\\w.-])${writing}(?![\\w.-])`).test(bytes)
    : bytes.includes(writing);
}

/** Reads all files of a folder that changed at `since` or later, one character per byte. */
export async function bytesUnder(folder: string, since: Date): Promise<string> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile());
  const contents = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    try {
      return (await stat(file)).mtime < since ? "" : await readFile(file, "latin1");
    } catch {
      // Other tests remove databases of the same server.
      return "";
    }
  });
  return (await Promise.all(contents)).join("\n");
}
