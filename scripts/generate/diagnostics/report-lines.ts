import { type DiagnosticTarget, NoTarget, type Program } from "@typespec/compiler";
import { getNodeAtPosition } from "@typespec/compiler/ast";
import { relative } from "node:path";
import { readPosition } from "@contract-toolkit/contract";
import { emitterName } from "../emitter-options.ts";

/**
 * Reports what `generate` says of a specification as diagnostics of another program, which has compiled the same files. Each
 * line has the form of a compiler message, and its position leads to the declaration, whose `#suppress` it respects. A
 * line in another form belongs to the line before it, or is about no place.
 */
export function reportLines(program: Program, lines: readonly string[]): void {
  for (const text of joinedLines(lines)) {
    const { at = "", severity, code, message = text } = form.exec(text)?.groups ?? {};
    program.reportDiagnostic({
      code: `${emitterName}/${code ?? "specification"}`,
      severity: severity === "warning" ? "warning" : "error",
      message,
      target: targetAt(program, at),
    });
  }
}

const form =
  /^(?:(?<at>\S.*?:\d+:\d+) - )?(?<severity>error|warning) (?<code>[\w@/-]+): (?<message>[^]+)$/;

function joinedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines)
    if (joined.length === 0 || form.test(line)) joined.push(line);
    else joined.push(`${joined.pop() ?? ""}\n${line}`);
  return joined;
}

function targetAt(program: Program, at: string): DiagnosticTarget | typeof NoTarget {
  const place = readPosition(at);
  const script = [...program.sourceFiles.values()].find(
    ({ file }) => relative("", file.path) === place?.file,
  );
  if (!place || !script) return NoTarget;
  const { file } = script;
  const pos = (file.getLineStarts()[place.line - 1] ?? 0) + place.column - 1;
  return getNodeAtPosition(script, pos) ?? { file, pos, end: pos };
}
