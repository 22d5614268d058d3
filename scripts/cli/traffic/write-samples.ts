import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Suite } from "@contract-toolkit/conformance";
import type { RecordedSample } from "@contract-toolkit/conformance/internal";
import { newSamples } from "@contract-toolkit/proxy/samples";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { entryOf } from "../options.ts";
import { printToStderr } from "../terminal/print.ts";
import { writeInside } from "../write-inside.ts";

/** Where samples go. */
export interface SamplesTarget {
  /** A file; if its name ends with `.patch`, it gets a patch of the TypeSpec. */
  readonly file: string | undefined;
  /** Whether the TypeSpec is changed. */
  readonly isWritten: boolean;
  /** The contract as the user has named it. */
  readonly source: string;
  readonly suite: Suite;
}

/** Writes samples: as data for `contract replay`, or into the TypeSpec. */
export async function writeSamples(
  { file, isWritten, source, suite }: SamplesTarget,
  samples: readonly RecordedSample[],
): Promise<void> {
  if (file !== undefined && !file.endsWith(".patch"))
    await writeTo(file, `${JSON.stringify(samples, null, 2)}\n`);
  if (!isWritten && !file?.endsWith(".patch")) return;
  const { proposeSamples } = await import("./typespec/propose.ts");
  const proposal = await proposeSamples(
    typeSpecOf(source),
    suite.contract.name,
    newSamples(suite, samples),
  );
  printToStderr([
    ...proposal.proposed.map(({ sample, at }) => `${sample.operation}/${sample.name}: ${at}`),
    ...proposal.leftOut.map(
      ({ sample, reason }) => `Left out: ${sample.operation}/${sample.name}: ${reason}`,
    ),
  ]);
  const files = [...proposal.files].map(
    ([path, text]) => [relative(process.cwd(), path), text] as const,
  );
  if (isWritten) for (const [path, text] of files) await writeInside(process.cwd(), path, text);
  else if (file !== undefined) await writeTo(file, await patchOf(files));
}

async function writeTo(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(`--samples ${file} cannot be written: ${String(error)}`);
  });
}

/** @throws {UsageError} for a contract that is not generated from TypeSpec of this project */
function typeSpecOf(source: string): string {
  const entry = source.endsWith(".tsp") ? source : entryOf("proxy", []);
  if (!/^https?:|\.(json|ya?ml)$/.test(source) && existsSync(entry)) return entry;
  throw new UsageError(
    `${source} is not made of TypeSpec of this project, which samples can be written into. Give a file for them: --samples samples.json.`,
  );
}

/** A patch of files that have other texts, for `git apply`. */
async function patchOf(files: readonly (readonly [path: string, text: string])[]): Promise<string> {
  if (files.length === 0) return "";
  await using folder = await mkdtempDisposable(join(tmpdir(), "patch-"));
  for (const [path, text] of files) {
    await writeInside(folder.path, join("a", path), await readFile(path));
    await writeInside(folder.path, join("b", path), text);
  }
  const args = ["diff", "--no-index", "--no-prefix", "--no-color", "--no-ext-diff", "a", "b"];
  return await new Promise((resolve, reject) => {
    execFile("git", args, { cwd: folder.path, maxBuffer: MOST_BYTES }, (error, stdout) => {
      // Its exit status is 1 if there are differences.
      if (error && error.code !== 1)
        reject(new UsageError(`git diff has failed: ${error.message}`));
      else resolve(stdout);
    });
  });
}

const MOST_BYTES = 100_000_000;
