import { getPatternData, navigateProgram, type DecoratedType, type Type } from "@typespec/compiler";
import { join, relative } from "node:path";
import { SpecError } from "../spec-error.ts";
import type { Spec } from "../generate/compile.ts";
import { decoratorPosition } from "../generate/source-positions.ts";
import { advice, describeWeakness, patternWeakness } from "./linear.ts";

/** Returns a line like a compiler message for each `@pattern` that may take more than linear time. */
export function weakPatterns(spec: Spec): string[] {
  const found = new Set<string>();
  const look = (type: Type & DecoratedType) => {
    const pattern = getPatternData(spec.program, type)?.pattern;
    const position = decoratorPosition(spec, type, "pattern");
    // The pattern of a scalar is reported at the scalar, not at its properties.
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
 * Refuses patterns with which a request could block a server.
 *
 * @throws {SpecError} with one line for each.
 */
export function refuseWeakPatterns(spec: Spec): void {
  const lines = weakPatterns(spec);
  if (lines.length > 0) throw new SpecError([...lines, advice].join("\n"));
}
