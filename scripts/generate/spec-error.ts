import type { Diagnostic } from "@typespec/compiler";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** The specification does not compile. `message` lists every diagnostic with file, line and column. */
export class SpecError extends UsageError {
  override readonly code = "spec-does-not-compile";
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message);
    this.diagnostics = diagnostics;
  }
}
