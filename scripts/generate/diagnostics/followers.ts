import { getNamespaceFullName, type Diagnostic, type Program } from "@typespec/compiler";
import { SyntaxKind } from "@typespec/compiler/ast";
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

/** The constants of a program, with their places and the names of their namespaces. */
export function constantsOf(program: Program) {
  return [...program.sourceFiles.values()].flatMap((script) =>
    [script, ...script.namespaces].flatMap((node) => {
      const { statements = [] } = node;
      const isScript = node.kind === SyntaxKind.TypeSpecScript;
      const around = isScript ? node.inScopeNamespaces.at(0) : node;
      const type = around && program.checker.getTypeForNode(around);
      const namespace = type?.kind === "Namespace" ? getNamespaceFullName(type) : "";
      return ("flags" in statements ? [] : statements).flatMap((node) =>
        node.kind === SyntaxKind.ConstStatement
          ? [{ name: node.id.sv, namespace, file: script.file, pos: node.pos, end: node.end }]
          : [],
      );
    }),
  );
}
