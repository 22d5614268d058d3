import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bannerText } from "../generate/modules/banner.ts";
import type { GeneratedFiles } from "../generate/index.ts";
import { checksum, manifestName, manifestText, readManifest, type Manifest } from "./manifest.ts";
import { entriesBelow, isBelow } from "./walk.ts";

/**
 * How a file in the output folder differs from what the specification gives. `stale`: generated once, and no longer.
 * `foreign`: `generate` did not write it, or somebody has put something else in its place.
 */
export interface Difference {
  readonly file: string;
  readonly kind: "missing" | "changed" | "stale" | "foreign";
}

/** More foreign files than these say nothing more. */
const mostForeign = 10;

/** What should be in a folder, the manifest included, and how what is there differs. */
export interface Comparison {
  readonly expected: GeneratedFiles;
  readonly differences: readonly Difference[];
}

/**
 * Compares a folder with what `generate` would write into it.
 *
 * @param keep files and folders below it that are somebody else's, beside those that its manifest names
 */
export async function compareFolder(
  folder: string,
  files: GeneratedFiles,
  keep: readonly string[] = [],
): Promise<Comparison> {
  const manifest = await readManifest(folder);
  const kept = [...manifest.keep, ...keep];
  const expected = new Map([...files, [manifestName, manifestText(files, kept)]]);
  const differences: Difference[] = [];
  for (const [file, content] of expected) {
    const kind = await differenceOf(join(folder, file), content, isKept(file, kept));
    const isOurs = manifest.checksums.has(file) || (file === manifestName && manifest.exists);
    if (kind === "changed" && !isOurs && !(await hasBanner(join(folder, file))))
      differences.push({ file, kind: "foreign" });
    else if (kind) differences.push({ file, kind });
  }
  differences.push(...(await othersIn(folder, files, manifest, kept)));
  return { expected, differences };
}

async function differenceOf(
  path: string,
  content: string,
  isSomebodyElses: boolean,
): Promise<Difference["kind"] | undefined> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  if (found === content) return undefined;
  if (isSomebodyElses) return "foreign";
  return found === undefined ? "missing" : "changed";
}

/** What stands in the folder and is not generated (any more). */
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
    const sums = checksums.get(path);
    const isOurs = isFile && sums !== undefined && (await isAsWritten(join(folder, path), sums));
    others.push({ file: path, kind: isOurs ? "stale" : "foreign" });
    if (!isOurs) foreign += 1;
    if (foreign === mostForeign) break;
  }
  return others.sort((one, other) => (one.file < other.file ? -1 : 1));
}

async function isAsWritten(path: string, sums: readonly string[]): Promise<boolean> {
  return sums.includes(checksum(await readFile(path, "utf8"))) || (await hasBanner(path));
}

async function hasBanner(path: string): Promise<boolean> {
  const [first = ""] = (await readFile(path, "utf8").catch(() => "")).split("\n", 1);
  return first.includes(bannerText);
}

function isKept(path: string, keep: readonly string[]): boolean {
  return keep.some((each) => isBelow(path, each));
}
