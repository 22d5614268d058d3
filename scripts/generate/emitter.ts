import { createTypeSpecLibrary, NoTarget, type EmitContext } from "@typespec/compiler";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { emitterName, emitterOptions, type EmitterOptions } from "./emitter-options.ts";
import { generateInto } from "./generated-files/generate-into.ts";
import { readLastRun } from "./generated-files/last-run.ts";
import { specFault } from "./spec-checks/spec-fault.ts";
import { SpecError } from "./spec-error.ts";

/** The library of the emitter, as the TypeSpec compiler expects it. */
export const $lib = createTypeSpecLibrary({
  name: emitterName,
  diagnostics: {},
  emitter: { options: emitterOptions },
});

/**
 * Writes what `contract generate` writes. The specification is compiled again, because generating changes the program, and
 * other emitters read the one of the context.
 */
export async function $onEmit({
  program,
  emitterOutputDir: out,
  options: { version = [], keep = [] },
}: EmitContext<EmitterOptions>): Promise<void> {
  // The entry is the first file of the project that the compiler reads.
  const main = [...program.sourceFiles.values()].find(
    ({ file }) => program.getSourceFileLocationContext(file).type === "project",
  );
  const asked = { entry: main?.file.path ?? program.projectRoot, out, version, keep };
  if (await readLastRun(asked)) return;
  try {
    const host = { ...program.host, logSink: { log: () => undefined } };
    const { warnings } = await generateInto(asked, host);
    program.reportDiagnostics(warnings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isOfSpec = error instanceof SpecError;
    program.reportDiagnostics(
      isOfSpec ? error.diagnostics : [specFault(NoTarget, error.code, error.message)],
    );
  }
}
