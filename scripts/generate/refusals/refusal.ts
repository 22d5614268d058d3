import { type DiagnosticTarget } from "@typespec/compiler";

/** What the toolkit cannot generate from: where it is, and what to write instead. */
export interface Unsupported {
  readonly code: string;
  readonly message: string;
  readonly target: DiagnosticTarget;
}
