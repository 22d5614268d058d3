import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  checksum,
  manifestName,
  manifestText,
  readGeneratedManifest,
  type GeneratedFiles,
  type Manifest,
} from "./manifest.ts";
import { hasBanner } from "../modules/banner.ts";
import { entriesBelow, isBelowFolder } from "./walk.ts";

/**
 * A difference between the output folder and the generated files. `stale`: generated before, and no longer, as the manifest or
 * its first line says. `foreign`: not written by `generate`, or replaced since.
 */
export interface Difference {
  readonly file: string;
  readonly kind: "missing" | "changed" | "stale" | "foreign";
}

/** Enough foreign files for a message. */
const mostForeign = 10;

/** The expected files of a folder, including the manifest, and the differences. */
export interface Comparison {
  readonly expected: GeneratedFiles;
  readonly differences: readonly Difference[];
}

/**
 * Compares a folder with what `generate` would write into it.
 *
 * @param keep files and folders below it that `generate` does not own, beside those in the manifest
 */
export async function compareFolder(
  folder: string,
  files: GeneratedFiles,
  keep: readonly string[] = [],
): Promise<Comparison> {
  const manifest = await readGeneratedManifest(folder);
  const kept = [...manifest.keep, ...keep];
  const expected = new Map([...files, [manifestName, manifestText(files, kept)]]);
  const differences: Difference[] = [];
  for (const [file, content] of expected) {
    const found = await readFile(join(folder, file), "utf8").catch(() => undefined);
    const isNamed = file === manifestName ? manifest.exists : manifest.checksums.has(file);
    const isOurs = !isKept(file, kept) && (found === undefined || isNamed || hasBanner(found));
    const kind = found === undefined ? "missing" : "changed";
    if (found !== content) differences.push({ file, kind: isOurs ? kind : "foreign" });
  }
  differences.push(...(await othersIn(folder, files, manifest, kept)));
  return { expected, differences };
}

/** Files in the folder that are not generated, or no longer. */
async function othersIn(
  folder: string,
  files: GeneratedFiles,
  { checksums }: Manifest,
  keep: readonly string[],
): Promise<Difference[]> {
  const others: Difference[] = [];
  let foreign = 0;
  for await (const { path, isFile } of entriesBelow(folder, (path) => !isKept(path, keep))) {
    if (files.has(path) || path === manifestName) continue;
    const text = isFile ? await readFile(join(folder, path), "utf8") : "";
    // A manifest that git restored does not list what was generated since.
    const isOurs = checksums.get(path)?.includes(checksum(text)) ?? hasBanner(text);
    others.push({ file: path, kind: isOurs ? "stale" : "foreign" });
    if (!isOurs) foreign += 1;
    if (foreign === mostForeign) break;
  }
  return others.sort((left, right) => (left.file < right.file ? -1 : 1));
}

function isKept(path: string, keep: readonly string[]): boolean {
  return keep.some((text) => isBelowFolder(path, text));
}
