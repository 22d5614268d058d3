import { join } from "node:path";
import { compile, getSourceLocation, NoTarget, type Diagnostic } from "@typespec/compiler";
import { virtualHost } from "./virtual-host.ts";

/** A finding of a rule: its position as `line:column`, the rule with its library, and the message. */
interface LintFinding {
  readonly at: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Compiles a service written for a test and runs one rule on it. Lines count from the first line of `source`.
 *
 * @throws {Error} when the source does not compile.
 * @example
 * await lint("documented", `op read(): void;`);
 */
export async function lint(rule: string, source: string): Promise<LintFinding[]> {
  const diagnostics = await compileSource(source, `@contract-toolkit/typespec/${rule}`);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return diagnostics.map(findingOf);
}

/** Compiles a service written for a test and returns its errors. */
export async function errorsOf(source: string): Promise<LintFinding[]> {
  const diagnostics = await compileSource(source);
  return diagnostics.filter(({ severity }) => severity === "error").map(findingOf);
}

/** Path of the virtual source file. It is beside the library, so that imports resolve. */
const entry = join(import.meta.dirname, "virtual.tsp");

const preamble = `import "@typespec/http"; import "@typespec/openapi"; import "../main.tsp"; using Http; using OpenAPI; using Contract; @service namespace Tested;\n`;

async function compileSource(
  source: string,
  rule?: `${string}/${string}`,
): Promise<readonly Diagnostic[]> {
  const text = preamble + source;
  const host = virtualHost(entry, text);
  const program = await compile(host, entry, {
    noEmit: true,
    ...(rule !== undefined && { linterRuleSet: { enable: { [rule]: true } } }),
  });
  return program.diagnostics;
}

function findingOf({ code, message, target }: Diagnostic): LintFinding {
  if (target === NoTarget) return { at: "", code, message };
  const { file, pos } = getSourceLocation(target);
  const { line, character } = file.getLineAndCharacterOfPosition(pos);
  return {
    // The preamble is one line, so lines from 0 count from 1 in the source.
    at: `${line}:${character + 1}`,
    code,
    message,
  };
}
