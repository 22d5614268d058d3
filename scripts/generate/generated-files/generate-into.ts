import { relative, resolve } from "node:path";
import { type CompilerHost, type Diagnostic, resolveCompilerOptions } from "@typespec/compiler";
import { emitterName, type EmitterOptions } from "../emitter-options.ts";
import { generate } from "../generate.ts";
import type { Difference } from "./compare.ts";
import { recordRun, type AskedArguments, type GenerateArguments } from "./last-run.ts";
import { writeFolder } from "./write.ts";

/** What a run wrote. */
export interface Generation extends GenerateArguments {
  /** Number of generated files, with the manifest. */
  readonly files: number;
  readonly changed: readonly Difference[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Generates into a folder, and records the run.
 *
 * @throws {UsageError} as `generate` and `writeFolder` do
 */
export async function generateInto(
  asked: AskedArguments,
  host: CompilerHost,
  onStep?: (line: string) => void,
): Promise<Generation> {
  const run = recordRun(asked, host);
  const args = await resolveArguments(asked, run.host);
  const warnings: Diagnostic[] = [];
  const files = await generate(args.entry, {
    versions: args.version,
    host: run.host,
    onWarning: (warning) => warnings.push(warning),
    ...(onStep && { onStep }),
  });
  const changed = await writeFolder(args.out, files, args.keep);
  run.keep(args, false);
  const manifests = 1;
  return { ...args, files: files.size + manifests, changed, warnings };
}

/** Completes arguments from the emitter's options in `tspconfig.yaml`. */
export async function resolveArguments(
  { entry, out, version, keep }: AskedArguments,
  host: CompilerHost,
): Promise<GenerateArguments> {
  const entrypoint = resolve(entry);
  const [{ options = {} }] = await resolveCompilerOptions(host, { cwd: process.cwd(), entrypoint });
  const own: EmitterOptions & { "emitter-output-dir"?: string } = options[emitterName] ?? {};
  const folder = own["emitter-output-dir"];
  return {
    entry,
    out: out ?? (folder === undefined ? "generated" : relative("", folder)),
    version: version ?? own.version ?? [],
    keep: keep ?? own.keep ?? [],
  };
}
