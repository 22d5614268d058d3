import {
  compile,
  formatDiagnostic,
  NodeHost,
  resolveCompilerOptions,
  type CompilerHost,
  type Diagnostic,
  type Program,
  type SourceFile,
} from "@typespec/compiler";
import { dirname, relative, resolve } from "node:path";
import { causesOf } from "./diagnostics/causes.ts";
import { SpecError } from "../spec-error.ts";
import { inexactNumber, recordingReads } from "./diagnostics/inexact-numbers.ts";
import { askingFirst, unfoldedTypes } from "./spec-checks/unfolded-types.ts";

/** A compiled specification. */
export interface Spec {
  readonly program: Program;
  /** The entry file, absolute. */
  readonly entry: string;
  /** Folder that source positions are relative to: the parent of the folder of the entry file. */
  readonly root: string;
  /** Versions that are chosen instead of the latest, of services that have some. */
  readonly versions: readonly string[];
}

/** How a specification is read. */
export interface SpecOptions {
  /** Reads the files, where that is not the file system. */
  readonly host?: CompilerHost;
  /** Versions of services (`@versioned`) that are chosen instead of the latest. */
  readonly versions?: readonly string[];
}

/**
 * Compiles a TypeSpec entry file, with the linter that the `tspconfig.yaml` of its project asks for.
 *
 * @throws {SpecError} when the compiler reports an error.
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
  let unfolded: string[] = [];
  const refusing = askingFirst(recordingReads(host, read), (program) => {
    unfolded = unfoldedTypes(program);
    if (unfolded.length > 0) throw new SpecError(unfolded.join("\n"));
  });
  const program = await compile(refusing, file, {
    ...options,
    emit: [],
    noEmit: true,
  }).catch((error: unknown) => {
    const told =
      (unfolded.length > 0 ? unfolded.join("\n") : undefined) ??
      inexactNumber(error, read) ??
      tooDeep(error, file);
    throw told === undefined ? error : new SpecError(told);
  });
  const errors = [...problems, ...program.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) throw new SpecError(lines(causesOf(program, errors)).join("\n"));
  return { program, entry: file, root, versions };
}

/** The compiler goes into models by recursion, and says nothing of where its stack ended. */
function tooDeep(error: unknown, file: string): string | undefined {
  if (!(error instanceof RangeError) || !error.message.startsWith("Maximum call stack")) return;
  return `${relative(process.cwd(), file)}:1:1 - error too-deep: Models refer to each other, or expressions nest, too deeply for the compiler, which does not report where. Some hundred levels are possible. Shorten the longest chain of references.`;
}

/** What the compiler and the linter warn of: file, line, column, rule, and what is wrong. */
export function warningsOf({ program }: Spec): string[] {
  return lines(program.diagnostics.filter(({ severity }) => severity === "warning"));
}

/** In the form of the command of the compiler: file, line, column, rule, and what is wrong. */
export function lines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((each) => formatDiagnostic(each, { pathRelativeTo: process.cwd() }));
}
