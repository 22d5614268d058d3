import {
  compile,
  formatDiagnostic,
  NodeHost,
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
  /** Folder that source positions are relative to: the parent of the folder of the entry file. */
  readonly root: string;
}

/**
 * Compiles a TypeSpec entry file.
 *
 * @throws {SpecError} when the compiler reports an error.
 * @example
 * const spec = await compileSpec("spec/main.tsp");
 */
export async function compileSpec(entry: string): Promise<Spec> {
  const file = resolve(entry);
  const root = dirname(dirname(file));
  const program = await compile(NodeHost, file, { noEmit: true });
  const errors = program.diagnostics.filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) {
    throw new SpecError(
      errors
        .map((error) =>
          formatDiagnostic(error, { pathRelativeTo: process.cwd() }),
        )
        .join("\n"),
    );
  }
  return { program, root };
}
