import {
  compile,
  NodeHost,
  resolveCompilerOptions,
  type CompilerHost,
  type Diagnostic,
  type Program,
  type SourceFile,
  createSourceFile,
} from "@typespec/compiler";
import { dirname, relative, resolve } from "node:path";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { typeFaults } from "@contract-toolkit/typespec/program";
import { causesOf } from "./diagnostics/causes.ts";
import { SpecError } from "./spec-error.ts";
import { lines, refuse, specFault } from "./spec-checks/spec-fault.ts";
import { inexactNumber, recordingReads } from "./diagnostics/inexact-numbers.ts";
import { correctExtendedLists } from "./program-mutations/extended-lists.ts";
import { correctItemStreams } from "./program-mutations/item-streams.ts";
import { withWholePatches } from "./program-mutations/merge-patches.ts";
import { askingFirst, unfoldedTypes } from "./spec-checks/unfolded-types.ts";

/** A compiled specification. */
export interface Spec {
  readonly program: Program;
  /** The entry file, absolute. */
  readonly entry: string;
  /** Folder that source positions are relative to: the parent of the folder of the entry file. */
  readonly root: string;
  /** Versions to use instead of the latest, for versioned services. */
  readonly versions: readonly string[];
}

/** Options of `compileSpec`. */
export interface SpecOptions {
  /** Reads the files (default: the file system). */
  readonly host?: CompilerHost;
  /** Versions of `@versioned` services to use instead of the latest. */
  readonly versions?: readonly string[];
}

/**
 * Compiles a TypeSpec entry file, with the linter settings of the project's `tspconfig.yaml`.
 *
 * @throws {SpecError} when the compiler reports an error, or a file is not UTF-8.
 * @example
 * const spec = await compileSpec("spec/main.tsp");
 */
export async function compileSpec(
  entry: string,
  { host = NodeHost, versions = [] }: SpecOptions = {},
): Promise<Spec> {
  const file = resolve(entry);
  const root = dirname(dirname(file));
  const [options, problems] = await resolveCompilerOptions(host, {
    cwd: process.cwd(),
    entrypoint: file,
  });
  const read: SourceFile[] = [];
  let unfolded: Diagnostic[] = [];
  const reading = withWholePatches(recordingReads(host, read));
  const refusing = askingFirst(reading, (program) => {
    correctExtendedLists(program);
    correctItemStreams(program);
    unfolded = unfoldedTypes(program);
    refuse(unfolded);
    program.reportDiagnostics(typeFaults(program));
  });
  const program = await compile(refusing, file, {
    ...options,
    emit: [],
    noEmit: true,
  }).catch((error: unknown) => {
    refuse(
      unfolded.length > 0 ? unfolded : [...inexactNumber(error, read), ...tooDeep(error, file)],
    );
    throw error;
  });
  // The compiler reads bytes that are not UTF-8 as U+FFFD.
  for (const { path, text } of read)
    if (text.includes("\uFFFD"))
      await readDocumentText(path, relative(process.cwd(), path)).catch((error: unknown) => {
        throw new SpecError(error instanceof Error ? error.message : String(error), []);
      });
  const errors = [...problems, ...program.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) refuse(causesOf(program, errors));
  return { program, entry: file, root, versions };
}

/** The compiler recurses into models, and a stack overflow has no source position. */
function tooDeep(error: unknown, entry: string): Diagnostic[] {
  if (!(error instanceof RangeError) || !error.message.startsWith("Maximum call stack")) return [];
  const file = createSourceFile("", entry);
  const message =
    "Models refer to each other, or expressions nest, too deeply for the compiler, which does not report where. Some hundred levels are possible. Shorten the longest chain of references.";
  return [specFault({ file, pos: 0, end: 0 }, "too-deep", message)];
}

/** Warnings of the compiler and the linter, one line each. A contract still uses what it has deprecated, so that is no warning. */
export function warningsOf({ program }: Spec): string[] {
  return lines(
    program.diagnostics.filter(
      ({ severity, code }) => severity === "warning" && code !== "deprecated",
    ),
  );
}
