import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { ts } from "@contract-toolkit/generate/typescript";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** What `tsconfig.json` says of modules. */
export interface TypeScriptSettings {
  /** Whether imports name TypeScript files. */
  readonly importsTypeScript: boolean;
  /** The folder that compiled files are written to; undefined if none are. */
  readonly out: string | undefined;
  /**
   * The text of `tsconfig.json` with which the compiler finds packages by their exports, as it does not by default in CommonJS.
   */
  readonly withExports: (isModule: boolean) => { readonly before: string; readonly after: string };
}

/** @throws {UsageError} when there is no `tsconfig.json`, or it is not valid */
export function readTypeScript(): TypeScriptSettings {
  if (!existsSync("tsconfig.json"))
    throw new UsageError("The application is TypeScript, but there is no tsconfig.json here.");
  const before = readFileSync("tsconfig.json", "utf8");
  const read: { config?: unknown; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(
    "tsconfig.json",
    before,
  );
  const { config, error } = read;
  if (error)
    throw new UsageError(
      `tsconfig.json is not valid: ${ts.flattenDiagnosticMessageText(error.messageText, "\n")}`,
    );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  return {
    importsTypeScript: Boolean(
      options.allowImportingTsExtensions ?? options.rewriteRelativeImportExtensions,
    ),
    out: options.noEmit ? undefined : relative(".", options.outDir ?? "."),
    withExports: (isModule) => ({
      before,
      after: knowsExports(options) ? before : setOptions(before, isModule),
    }),
  };
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
