import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  createSourceFile,
  formatDiagnostic,
  type Diagnostic,
  type DiagnosticTarget,
  type NoTarget,
  type Program,
} from "@typespec/compiler";
import { getNodeAtPosition } from "@typespec/compiler/ast";
import type { SourcePosition } from "@contract-toolkit/contract";
import { emitterName } from "../emitter-options.ts";
import { SpecError } from "../spec-error.ts";

/** A fault of a specification with its place, code and advice, as the compiler reports its own. */
export function specFault(
  target: DiagnosticTarget | typeof NoTarget,
  code: string,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  return { target, code: `${emitterName}/${code}`, message, severity };
}

/** A `SpecError` with one fault. */
export function specError(...fault: Parameters<typeof specFault>): SpecError {
  return specErrors([specFault(...fault)]);
}

/** @throws {SpecError} if there are faults */
export function refuse(faults: readonly Diagnostic[]): void {
  if (faults.length > 0) throw specErrors(faults);
}

/** Adds advice about all faults to the last one. */
export function withCommonAdvice(faults: readonly Diagnostic[], advice: string): Diagnostic[] {
  const last = faults.at(-1);
  return last ? [...faults.slice(0, -1), { ...last, message: `${last.message}\n${advice}` }] : [];
}

/** A `SpecError` with faults, each once. */
export function specErrors(faults: readonly Diagnostic[]): SpecError {
  const byLine = new Map(faults.map((fault) => [lines([fault]).join("\n"), fault]));
  return new SpecError([...byLine.keys()].join("\n"), [...byLine.values()]);
}

/** Formats diagnostics as the TypeSpec compiler prints them: file, line, column, code and message. */
export function lines(diagnostics: readonly Diagnostic[]): string[] {
  const pathRelativeTo = process.cwd();
  return diagnostics.flatMap((each) => formatDiagnostic(each, { pathRelativeTo }).split("\n"));
}

/** What is at a position: the declaration, whose `#suppress` is respected, or a place in a file that is not TypeSpec. */
export function targetAt(
  { program, root }: { readonly program: Program; readonly root: string },
  { file, line, column }: SourcePosition,
): DiagnosticTarget {
  const path = resolve(root, file);
  const script = program.sourceFiles.get(path);
  const source = script?.file ?? createSourceFile(readFileSync(path, "utf8"), path);
  const pos = (source.getLineStarts()[line - 1] ?? 0) + column - 1;
  return (script && getNodeAtPosition(script, pos)) ?? { file: source, pos, end: pos };
}

/** The items whose key an earlier item has, each with that item. */
export function findRepeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): [item: Item, first: Item][] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first, ...others]) =>
    others.flatMap((item): [Item, Item][] => (first === undefined ? [] : [[item, first]])),
  );
}
