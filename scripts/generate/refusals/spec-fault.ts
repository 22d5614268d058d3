import { formatDiagnostic, type DiagnosticTarget } from "@typespec/compiler";

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
