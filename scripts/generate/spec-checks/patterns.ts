import {
  getPatternData,
  navigateProgram,
  type DecoratedType,
  type DiagnosticTarget,
  type Program,
  type Type,
} from "@typespec/compiler";
import { SpecError } from "../spec-error.ts";
import type { Spec } from "../compile.ts";
import { specFault } from "./spec-fault.ts";
import { advice, describeWeakness, patternWeakness } from "@contract-toolkit/schemas/redos/linear";

/** The patterns of a program with their decorators. A pattern of a scalar is at the scalar, not at its properties. */
export function patternsIn(
  program: Program,
): { readonly pattern: string; readonly target: DiagnosticTarget }[] {
  const found: ReturnType<typeof patternsIn> = [];
  const look = (type: Type & DecoratedType) => {
    const pattern = getPatternData(program, type)?.pattern;
    const decorator = type.decorators.find(({ definition }) => definition?.name === "@pattern");
    if (pattern !== undefined && decorator?.node) found.push({ pattern, target: decorator.node });
  };
  navigateProgram(program, { modelProperty: look, scalar: look });
  return found;
}

/** Returns a line like a compiler message for each `@pattern` that may take more than linear time. */
export function weakPatterns({ program }: Spec): string[] {
  const lines = patternsIn(program).flatMap(({ pattern, target }) => {
    const weakness = patternWeakness(pattern);
    const message = weakness && `${JSON.stringify(pattern)} ${describeWeakness(weakness)}`;
    return message === undefined ? [] : [specFault(target, "super-linear-pattern", message)];
  });
  return [...new Set(lines)];
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
