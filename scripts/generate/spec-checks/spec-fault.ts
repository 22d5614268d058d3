import { formatDiagnostic, type DiagnosticTarget } from "@typespec/compiler";
import { SpecError } from "../../spec-error.ts";

/**
 * One thing that is wrong with a specification, in the form of the compiler's messages: file, line, column, a code and what to
 * write instead.
 */
export function specFault(target: DiagnosticTarget, code: string, message: string): string {
  return formatDiagnostic(
    { target, code, message, severity: "error" },
    { pathRelativeTo: process.cwd() },
  );
}

/** The error of one thing that is wrong with a specification. */
export function specError(...fault: Parameters<typeof specFault>): SpecError {
  return new SpecError(specFault(...fault));
}
