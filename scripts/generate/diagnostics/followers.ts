import type { Diagnostic, Program } from "@typespec/compiler";
import { SyntaxKind, type Node } from "@typespec/compiler/ast";
import { isInside, locationOf } from "./location.ts";

/**
 * Leaves out errors in values that use a constant with an error, since the compiler takes such a constant for empty. The error
 * of the constant says how many follow from it.
 */
export function withoutFollowers(
  program: Program,
  errors: readonly Diagnostic[],
): readonly Diagnostic[] {
  const broken = constantsOf(program).flatMap((constant) => {
    const error = errors.find((each) => isInside(locationOf(each), constant));
    return error ? [{ ...constant, error }] : [];
  });
  const causeOf = (error: Diagnostic) => {
    const location = locationOf(error);
    const text = location?.file.text.slice(location.pos, location.end) ?? "";
    const used = new Set(text.match(/\b[\p{L}_]\w*\b(?!\s*\??:)/gu));
    return broken.find((constant) => used.has(constant.name) && !isInside(location, constant))
      ?.error;
  };
  const following = Map.groupBy(errors, causeOf);
  // Constants that use each other have no first error.
  const causes = following.get(undefined) ?? errors;
  return causes.map((error) => {
    const { length } = following.get(error) ?? [];
    return length === 0
      ? error
      : {
          ...error,
          message: `${error.message}; ${length === 1 ? "1 more error is" : `${length} more errors are`} in values that use this one`,
        };
  });
}

/** The constants of a program, with their places. */
export function constantsOf(program: Program) {
  return [...program.sourceFiles.values()].flatMap(({ file, statements, inScopeNamespaces }) =>
    constantsIn(statements, inScopeNamespaces.map(({ id }) => id.sv).toReversed()).map((node) => ({
      file,
      ...node,
    })),
  );
}

interface Constant {
  readonly name: string;
  readonly namespace: string;
  readonly pos: number;
  readonly end: number;
}

function constantsIn(statements: readonly Node[], names: readonly string[]): Constant[] {
  return statements.flatMap((node) => {
    if (node.kind === SyntaxKind.ConstStatement)
      return [{ name: node.id.sv, namespace: names.join("."), pos: node.pos, end: node.end }];
    if (node.kind !== SyntaxKind.NamespaceStatement || node.statements === undefined) return [];
    const inner = "flags" in node.statements ? [node.statements] : node.statements;
    return constantsIn(inner, [...names, node.id.sv]);
  });
}
