import { UsageError } from "./usage-error.ts";

/** The specification does not compile. `message` lists every diagnostic with file, line and column. */
export class SpecError extends UsageError {
  override readonly code = "spec-does-not-compile";
}
