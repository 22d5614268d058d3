import ts from "typescript";

/** A regular expression in a program. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** Both begin at 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * The regular expressions that stand in a TypeScript or JavaScript text: literals, and `RegExp` called or constructed
 * with constant strings. What is put together at run time is not seen.
 */
export function expressionsIn(text: string, name: string): Expression[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const parts = partsOf(node);
    if (parts) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ ...parts, line: line + 1, column: character + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function partsOf(node: ts.Node): Pick<Expression, "source" | "flags"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (!ts.isIdentifier(node.expression) || node.expression.text !== "RegExp") return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source || !ts.isStringLiteralLike(source)) return undefined;
  if (flags && !ts.isStringLiteralLike(flags)) return undefined;
  return { source: source.text, flags: flags?.text ?? "" };
}
