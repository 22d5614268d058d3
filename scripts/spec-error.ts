/** The specification does not compile; `message` lists every diagnostic with file, line and column. */
export class SpecError extends Error {
  readonly code = "spec-does-not-compile";
}
