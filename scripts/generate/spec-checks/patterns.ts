import {
  getPatternData,
  navigateProgram,
  type DecoratedType,
  type DiagnosticTarget,
  type Program,
  type Type,
  type Diagnostic,
} from "@typespec/compiler";
import type { Spec } from "../compile.ts";
import { specFault, withCommonAdvice } from "./spec-fault.ts";
import { advice, describeWeakness, patternWeakness } from "@contract-toolkit/schemas/redos/linear";

/** The patterns of a program with their decorators. A pattern of a scalar is at the scalar, not at its properties. */
export function patternsIn(
  program: Program,
): { readonly pattern: string; readonly target: DiagnosticTarget }[] {
  const found = new Map<unknown, ReturnType<typeof patternsIn>[number]>();
  const look = (type: Type & DecoratedType) => {
    const pattern = getPatternData(program, type)?.pattern;
    const decorator = type.decorators.find(({ definition }) => definition?.name === "@pattern");
    const target = decorator?.node;
    if (pattern !== undefined && target) found.set(target, { pattern, target });
  };
  navigateProgram(program, { modelProperty: look, scalar: look });
  return [...found.values()];
}

/** The `@pattern`s that may take more than linear time, so that a request could block a server. */
export function weakPatterns({ program }: Spec): Diagnostic[] {
  const weak = patternsIn(program).flatMap(({ pattern, target }) => {
    const weakness = patternWeakness(pattern);
    const message = weakness && `${JSON.stringify(pattern)} ${describeWeakness(weakness)}`;
    return message === undefined ? [] : [specFault(target, "super-linear-pattern", message)];
  });
  return withCommonAdvice(weak, advice);
}
