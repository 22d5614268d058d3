import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { writeInside } from "./write-inside.ts";
import { compareFolder, type Difference } from "./compare.ts";
import { manifestName, type GeneratedFiles } from "./manifest.ts";

/**
 * Writes generated files into a folder. Only files that differ are written, and only files that an earlier run wrote
 * are removed.
 *
 * @param keep files and folders below it that `generate` does not own
 * @returns what it changed
 * @throws {UsageError} when the folder has files that it did not write; then nothing is changed.
 */
export async function writeFolder(
  folder: string,
  files: GeneratedFiles,
  keep: readonly string[] = [],
): Promise<readonly Difference[]> {
  const { expected, differences } = await compareFolder(folder, files, keep);
  const foreign = differences.filter(({ kind }) => kind === "foreign");
  if (foreign.length > 0) throw new UsageError(foreignAdvice(folder, foreign));
  for (const difference of differences.toSorted(bySafety))
    await applyDifference(folder, difference, expected.get(difference.file) ?? "");
  return differences;
}

/** The manifest always lists every file on disk, so an interrupted run leaves no foreign files. */
function bySafety(left: Difference, right: Difference): number {
  return writingRank(left) - writingRank(right);
}

function writingRank({ file, kind }: Difference): number {
  if (kind === "stale") return 0;
  return file === manifestName ? 1 : 2;
}

async function applyDifference(
  folder: string,
  { file, kind }: Difference,
  content: string,
): Promise<void> {
  const path = join(folder, file);
  if (kind === "stale") {
    await rm(path);
    await removeEmpty(dirname(path), folder);
    return;
  }
  await writeInside(folder, file, content);
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  if (folder === root || (await readdir(folder)).length > 0) return;
  await rmdir(folder);
  await removeEmpty(dirname(folder), root);
}

function foreignAdvice(folder: string, foreign: readonly Difference[]): string {
  const [first] = foreign;
  return [
    `${folder} has files that \`contract generate\` did not write, or that were changed since:`,
    ...foreign.map(({ file }) => `  ${join(folder, file)}`),
    "Nothing was changed. Use another folder with --out DIR, remove these files,",
    `or keep your own files, as in --keep ${first?.file.split("/")[0] ?? ""}.`,
  ].join("\n");
}
