import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Generated files by their path below the output folder. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** Name of the file that lists what was generated into a folder. */
export const manifestName = "manifest.txt";

/** The manifest of an output folder. */
export interface Manifest {
  /** Whether there is a manifest at all. */
  readonly exists: boolean;
  /** Checksums of each file that was written, by path below the folder. A merge conflict leaves several. */
  readonly checksums: ReadonlyMap<string, readonly string[]>;
  /** Files and folders that are never touched (`--keep`). */
  readonly keep: readonly string[];
}

const heading = "# Written by `contract generate`: the SHA-256 of each file that it wrote.";

/**
 * Reads the manifest of a folder line by line. Lines that are neither a checksum nor a kept file are ignored, so merge
 * conflicts do no harm.
 */
export async function readGeneratedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => "");
  const written = [...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)];
  const byName = Map.groupBy(written, ([, , name = ""]) => name);
  return {
    exists: text.includes(heading),
    checksums: new Map(
      [...byName].map(([name, lines]) => [name, lines.map(([, sum = ""]) => sum)]),
    ),
    keep: [...text.matchAll(/^# Kept: (.+)$/gm)].map(([, name = ""]) => name),
  };
}

/** Text of the manifest of files, in the form that `sha256sum --check` reads. The same files give the same text. */
export function manifestText(files: GeneratedFiles, keep: readonly string[]): string {
  const lines = [...files].map(([name, content]) => `${checksum(content)}  ${name}`);
  const kept = [...new Set(keep)].sort().map((name) => `# Kept: ${name}`);
  const byPath = (left: string, right: string) => (left.slice(66) < right.slice(66) ? -1 : 1);
  return [heading, ...kept, ...lines.sort(byPath), ""].join("\n");
}

/** The SHA-256 of a text, in hex. */
export function checksum(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
