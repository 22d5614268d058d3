import {
  compile,
  formatDiagnostic,
  NodeHost,
  resolveCompilerOptions,
  type CompilerHost,
  type Diagnostic,
  type Program,
} from "@typespec/compiler";
import { dirname, resolve } from "node:path";

/** The specification does not compile; `message` lists every diagnostic with file, line and column. */
export class SpecError extends Error {
  readonly code = "spec-does-not-compile";
}

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
  const program = await compile(host, file, {
    ...options,
    emit: [],
    noEmit: true,
  });
  const errors = [...problems, ...program.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) throw new SpecError(lines(causes(errors)).join("\n"));
  return { program, entry: file, root, versions };
}

/** Without what would not be wrong if the others were not: what is missing has no type, and an import that failed no names. */
function causes(errors: readonly Diagnostic[]): readonly Diagnostic[] {
  const isImport = errors.some(({ code }) => code === "import-not-found");
  const first = errors.filter(
    ({ code, message }) =>
      !message.includes("'ErrorType'") &&
      !(isImport && ["invalid-ref", "import-first"].includes(code)),
  );
  return first.length > 0 ? first : errors;
}

/** What the compiler and the linter warn of: file, line, column, rule, and what is wrong. */
export function warningsOf({ program }: Spec): string[] {
  return lines(program.diagnostics.filter(({ severity }) => severity === "warning"));
}

/** In the form of the command of the compiler: file, line, column, rule, and what is wrong. */
export function lines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((each) => formatDiagnostic(each, { pathRelativeTo: process.cwd() }));
}
