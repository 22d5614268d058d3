import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ts } from "@contract-toolkit/generate/typescript";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Write } from "./step.ts";

/** What `tsconfig.json` says of modules. */
export interface TypeScriptSettings {
  /** Whether imports name TypeScript files. */
  readonly importsTypeScript: boolean;
  /** The folder that compiled files are written to; undefined if none are. */
  readonly out: string | undefined;
  /** The settings with which the compiler finds packages by their exports, as it does not by default in CommonJS. */
  readonly withExports: (isModule: boolean) => Write;
}

/**
 * Reads the settings of a file: `tsconfig.json`, or the one that it refers to and that includes the file.
 *
 * @throws {UsageError} when there is no `tsconfig.json`, or it is not valid
 */
export function readTypeScript(file: string): TypeScriptSettings {
  if (!existsSync("tsconfig.json"))
    throw new UsageError("The application is TypeScript, but there is no tsconfig.json here.");
  const main = readSettings("tsconfig.json");
  const referred = main.projectReferences.map(({ path }) =>
    readSettings(relative(".", /\.json$/.test(path) ? path : join(path, "tsconfig.json"))),
  );
  const { path, before, options } =
    [main, ...referred].find(({ fileNames }) =>
      fileNames.some((name) => resolve(name) === resolve(file)),
    ) ?? main;
  return {
    importsTypeScript: Boolean(
      options.allowImportingTsExtensions ?? options.rewriteRelativeImportExtensions,
    ),
    out: options.noEmit ? undefined : relative(".", options.outDir ?? "."),
    withExports: (isModule) => ({
      path,
      before,
      after: knowsExports(options) ? before : setOptions(before, isModule || isBundled(options)),
    }),
  };
}

function readSettings(path: string) {
  const before = readFileSync(path, "utf8");
  const read: { config?: unknown; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(
    path,
    before,
  );
  const { config, error } = read;
  if (error)
    throw new UsageError(
      `${path} is not valid: ${ts.flattenDiagnosticMessageText(error.messageText, "\n")}`,
    );
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path), undefined, path);
  const { options, fileNames, projectReferences = [] } = parsed;
  return { path, before, options, fileNames, projectReferences };
}

/** Whether the compiler writes ES modules, which Node.js does not load in a package of CommonJS: a bundler makes something of them. */
function isBundled({ module }: ts.CompilerOptions): boolean {
  return module !== undefined && module >= ts.ModuleKind.ES2015 && module <= ts.ModuleKind.ESNext;
}

function knowsExports({ module, moduleResolution }: ts.CompilerOptions): boolean {
  if (moduleResolution !== undefined) return moduleResolution >= ts.ModuleResolutionKind.Node16;
  return module !== undefined && module >= ts.ModuleKind.Node16;
}

/** ES modules keep their imports without extensions. In CommonJS only these modules may import ES modules. */
function setOptions(text: string, isModule: boolean): string {
  return isModule
    ? setOption(text, "moduleResolution", "bundler")
    : setOption(setOption(text, "module", "nodenext"), "moduleResolution", "nodenext");
}

/** Sets a compiler option and leaves everything else as it is written. */
function setOption(text: string, name: string, value: string): string {
  const file = ts.parseJsonText("tsconfig.json", text);
  const options = propertyOf(file.statements[0]?.expression, "compilerOptions");
  const old = propertyOf(options, name);
  if (old) return text.slice(0, old.getStart(file)) + JSON.stringify(value) + text.slice(old.end);
  if (!options) return text;
  const at = options.getStart(file) + 1;
  return `${text.slice(0, at)}\n    "${name}": "${value}",${text.slice(at)}`;
}

function propertyOf(node: ts.Expression | undefined, key: string): ts.Expression | undefined {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  return node.properties
    .filter((property) => ts.isPropertyAssignment(property))
    .find(({ name }) => ts.isStringLiteral(name) && name.text === key)?.initializer;
}
