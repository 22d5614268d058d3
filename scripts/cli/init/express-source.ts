import { ts } from "@contract-toolkit/generate/typescript";

/** A source file that makes an Express application. */
export interface ExpressSource {
  /**
   * The text with the validation in front of the routes.
   *
   * @param specifiers the modules of the contracts
   */
  readonly withValidation: (specifiers: readonly string[]) => string;
}

/**
 * Reads a source file that makes an Express application, as in `const app = express();`.
 *
 * @returns undefined if the file makes none
 */
export function readExpressSource(text: string, name: string): ExpressSource | undefined {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const imported = importedNames(file);
  const made = findApplication(file, imported);
  return made && { withValidation: (specifiers) => addLines(file, made, imported, specifiers) };
}

/** A statement that makes an application, and the variable of the application. */
interface Made {
  readonly app: string;
  readonly statement: ts.VariableStatement;
}

/** Modules by imported name. An export that is not the default export is written `module#name`. */
type ImportedNames = ReadonlyMap<string, string>;

function addLines(
  file: ts.SourceFile,
  made: Made,
  imported: ImportedNames,
  specifiers: readonly string[],
): string {
  const lines = file.text.split("\n");
  const isModule = file.statements.some(ts.isImportDeclaration);
  const quote = /'express'/.test(file.text) ? "'" : '"';
  const semicolon = made.statement.getText().endsWith(";") ? ";" : "";
  const end = semicolon + (file.text.includes("\r\n") ? "\r" : "");
  const lineBehind = (node: ts.Node | undefined) =>
    node ? file.getLineAndCharacterOfPosition(node.end).line + 1 : lineOf(file, file.statements[0]);
  const names = specifiers.map((_, at) => `contract${specifiers.length > 1 ? at + 1 : ""}`);
  const imports = [
    ["validateWith", "@contract-toolkit/skeleton"],
    ...specifiers.map((from, at) => {
      const [name = ""] = names.slice(at);
      if (name === "contract") return [name, from];
      return [`contract${isModule ? " as" : ":"} ${name}`, from];
    }),
  ].map(([name = "", from = ""]) => {
    const module = quote + from + quote;
    return isModule
      ? `import { ${name} } from ${module}${end}`
      : `const { ${name} } = require(${module})${end}`;
  });
  const [indentation = ""] = /^\s*/.exec(lines[lineOf(file, made.statement)] ?? "") ?? [];
  const uses = names.map((name) => `${indentation}${made.app}.use(validateWith(${name}))${end}`);
  return lines
    .toSpliced(lineBehind(lastPreparation(made, imported)), 0, ...uses)
    .toSpliced(lineBehind(lastImport(file, made)), 0, ...imports)
    .join("\n");
}

function lineOf(file: ts.SourceFile, node: ts.Node | undefined): number {
  return node ? file.getLineAndCharacterOfPosition(node.getStart()).line : 0;
}

function importedNames(file: ts.SourceFile): ImportedNames {
  const names = new Map<string, string>();
  for (const statement of file.statements)
    if (ts.isImportDeclaration(statement)) {
      const from = textOf(statement.moduleSpecifier);
      const { name, namedBindings: bindings } = statement.importClause ?? {};
      if (name) names.set(name.text, from);
      if (bindings && ts.isNamespaceImport(bindings)) names.set(bindings.name.text, from);
      else for (const { name } of bindings?.elements ?? []) names.set(name.text, `${from}#`);
    } else if (ts.isImportEqualsDeclaration(statement)) {
      const { moduleReference: reference } = statement;
      if (ts.isExternalModuleReference(reference))
        names.set(statement.name.text, textOf(reference.expression));
    } else
      for (const { name, initializer } of declarationsIn(statement)) {
        const from = initializer && requiredModule(initializer);
        if (from === undefined) continue;
        if (ts.isIdentifier(name)) names.set(name.text, from);
        else for (const part of name.elements) names.set(part.getText(), `${from}#`);
      }
  return names;
}

function textOf(node: ts.Expression): string {
  return ts.isStringLiteral(node) ? node.text : "";
}

function declarationsIn(statement: ts.Node): readonly ts.VariableDeclaration[] {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
}

/** The module of `require("module")`. */
function requiredModule(node: ts.Expression): string | undefined {
  return /^require\(["'](.+)["']\)$/.exec(node.getText())?.[1];
}

function findApplication(file: ts.SourceFile, imported: ImportedNames): Made | undefined {
  const visit = (node: ts.Node): Made | undefined => {
    for (const { name, initializer } of declarationsIn(node)) {
      if (!initializer || !ts.isCallExpression(initializer)) continue;
      const { expression: callee } = initializer;
      const from = imported.get(callee.getText()) ?? requiredModule(callee);
      if (from === "express")
        return { app: name.getText(), statement: node as ts.VariableStatement };
    }
    return ts.forEachChild(node, visit);
  };
  return visit(file);
}

/**
 * The last statement before the first route that is the application, a setting, or middleware of a package, such as
 * `app.use(cors())`, whose headers a refused request should have too. It is before body parsers unless such middleware is behind them.
 */
function lastPreparation({ app, statement: made }: Made, imported: ImportedNames): ts.Statement {
  const { parent } = made;
  const statements = ts.isSourceFile(parent) || ts.isBlock(parent) ? [...parent.statements] : [];
  let last: ts.Statement = made;
  for (const statement of statements.slice(statements.indexOf(made) + 1)) {
    if (isPreparation(statement, app, imported)) last = statement;
    else if (isBodyParser(statement, app, imported) || ts.isIfStatement(statement)) continue;
    else if (statement.getText().split(/\W+/).includes(app)) break;
  }
  return last;
}

function isPreparation(statement: ts.Statement, app: string, imported: ImportedNames): boolean {
  const call = ts.isExpressionStatement(statement) ? statement.expression : statement;
  if (!ts.isCallExpression(call)) return false;
  const callee = call.expression.getText();
  return (
    ["disable", "enable", "engine", "set"].some((name) => callee === `${app}.${name}`) ||
    usesOnly(statement, app, imported, (from) => !/^\./.test(from) && !bodyParsers.test(from))
  );
}

function isBodyParser(statement: ts.Statement, app: string, imported: ImportedNames): boolean {
  return usesOnly(statement, app, imported, (from) => bodyParsers.test(from));
}

const bodyParsers = /^(?:express|body-parser)#?$/;

/** Whether a statement is `app.use` with results of functions from such modules. */
function usesOnly(
  statement: ts.Statement,
  app: string,
  imported: ImportedNames,
  isWanted: (from: string) => boolean,
): boolean {
  const call = ts.isExpressionStatement(statement) ? statement.expression : statement;
  return (
    ts.isCallExpression(call) &&
    call.expression.getText() === `${app}.use` &&
    call.arguments.every((argument) => {
      const [name = ""] = argument.getText().split(/\W/, 1);
      const from = ts.isCallExpression(argument) ? imported.get(name) : undefined;
      return from !== undefined && isWanted(from);
    })
  );
}

/** The last import before the application is made, which may be the same statement. */
function lastImport(file: ts.SourceFile, { statement: made }: Made): ts.Statement | undefined {
  return file.statements.findLast(
    (statement) =>
      statement.pos <= made.pos &&
      (ts.isImportDeclaration(statement) ||
        ts.isImportEqualsDeclaration(statement) ||
        declarationsIn(statement).some(({ initializer: value }) =>
          /\brequire\(/.test(value?.getText() ?? ""),
        )),
  );
}
