import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import ts from "typescript";

/**
 * Gives a bundle the module `known-formats` with some of the formats of ajv-formats. Its own module holds all of them in
 * one object, so that a bundle could leave none out: each validator would carry 30 expressions that nothing asks for.
 */
export function knownFormats(names: ReadonlySet<string>): Plugin {
  return {
    name: "known-formats",
    setup(build) {
      build.onResolve({ filter: /^known-formats$/ }, ({ path }) => ({
        path,
        namespace: "formats",
        sideEffects: false,
      }));
      build.onLoad({ filter: /^/, namespace: "formats" }, () => ({
        contents: moduleWith(names),
        loader: "js",
      }));
    },
  };
}

function moduleWith(names: ReadonlySet<string>): string {
  const path = fileURLToPath(import.meta.resolve("ajv-formats/dist/formats.js"));
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const all = file.statements.map(formatsIn).find((each) => each !== undefined);
  if (!all)
    throw new Error(
      `Cannot read the formats of ajv-formats: ${path} does not assign exports.fullFormats.`,
    );
  const chosen = all.properties.filter(
    ({ name }) => name && "text" in name && names.has(name.text),
  );
  const helpers = file.statements.filter(
    (each) => ts.isFunctionDeclaration(each) || ts.isVariableStatement(each),
  );
  return [
    ...helpers.map((each) => each.getText(file)),
    `export const known = {`,
    ...chosen.map((each) => `${each.getText(file)},`),
    "};",
  ].join("\n");
}

/** The object of `exports.fullFormats = { … }`. */
function formatsIn(statement: ts.Statement): ts.ObjectLiteralExpression | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
    return undefined;
  const { left, right } = statement.expression;
  return ts.isPropertyAccessExpression(left) &&
    left.name.text === "fullFormats" &&
    ts.isObjectLiteralExpression(right)
    ? right
    : undefined;
}
