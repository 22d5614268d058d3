import { glob, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { ts } from "@contract-toolkit/generate/typescript";
import { describeWeakness, weaknessOf } from "@contract-toolkit/schemas/redos/linear";

/**
 * Finds regular expressions in TypeScript or JavaScript that may take more than linear time. Returns file, line, column
 * and the reason for each. It finds literals, and `RegExp` with constant strings, but no expression that is built at
 * run time.
 */
export function weakExpressions(text: string, name: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const expression = expressionOf(node);
    const weakness = expression && weaknessOf(expression.source, expression.flags);
    if (weakness) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const place = `${name}:${line + 1}:${character + 1}`;
      found.push(
        `${place} /${expression.source}/${expression.flags} ${describeWeakness(weakness)}`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function expressionOf(node: ts.Node) {
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

/** Finds such expressions in all sources of folders. Tests are skipped, because they run on their own data. */
export async function weakExpressionsBelow(folders: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  const names = folders.map((folder) => `${folder}/**/*.{ts,js,mjs}`);
  for await (const file of glob(names, { exclude: isSkipped })) files.push(file);
  const lines = await Promise.all(
    files.sort().map(async (file) => weakExpressions(await readFile(file, "utf8"), file)),
  );
  return lines.flat();
}

function isSkipped(path: string): boolean {
  const name = basename(path);
  return name === "node_modules" || name === "dist" || /\.(?:test|d)\.ts$/.test(name);
}
