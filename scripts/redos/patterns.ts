import { getPatternData, navigateProgram, type DecoratedType, type Type } from "@typespec/compiler";
import { join, relative } from "node:path";
import { SpecError } from "../spec-error.ts";
import type { Spec } from "../generate/compile.ts";
import { decoratorPosition } from "../generate/source-positions.ts";
import { advice, describeWeakness, patternWeakness } from "./linear.ts";

/** Each `@pattern` whose search may take more than linear time: file, line, column and why, in the form of a diagnostic. */
export function weakPatterns(spec: Spec): string[] {
  const found = new Set<string>();
  const look = (type: Type & DecoratedType) => {
    const pattern = getPatternData(spec.program, type)?.pattern;
    const position = decoratorPosition(spec, type, "pattern");
    // A property that has the pattern of its scalar is told about where the scalar is.
    const weakness = pattern === undefined ? undefined : patternWeakness(pattern);
    if (!weakness || !position) return;
    const file = relative(process.cwd(), join(spec.root, position.file));
    found.add(
      `${file}:${position.line}:${position.column} - error super-linear-pattern: ${JSON.stringify(pattern)} ${describeWeakness(weakness)}`,
    );
  };
  navigateProgram(spec.program, { modelProperty: look, scalar: look });
  return [...found];
}

/**
 * Refuses to go on with patterns that a request could keep a server busy with.
 *
 * @throws {SpecError} with one line for each.
 */
export function refuseWeakPatterns(spec: Spec): void {
  const lines = weakPatterns(spec);
  if (lines.length > 0) throw new SpecError([...lines, advice].join("\n"));
}
