import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const file = resolve(import.meta.dirname, "hover.virtual.ts");

/** What an editor shows when it hovers over the names that an empty comment follows. */
function hovers(text: string): string[] {
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const read = (path: string) => (path === file ? text : ts.sys.readFile(path));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const content = read(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: (compilerOptions) => ts.getDefaultLibFilePath(compilerOptions),
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
  });
  return [...text.matchAll(/\w+(?=\/\*\*\/)/g)].map(({ index }) => {
    const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(file, index) ?? {};
    return ts.displayPartsToString([...documentation, ...tags.flatMap((tag) => tag.text ?? [])]);
  });
}

test("an editor shows the documentation of operations and parameters", () => {
  const [method, parameter, handler] = hovers(`
    import type { Client } from "./index.ts";
    import type { Handlers } from "../generated/gateway/handlers.ts";
    export async function show(client: Client, handlers: Handlers<object>) {
      await client.listTransactions/**/({ query: { limit/**/: 5 } });
      return handlers.listTransactions/**/;
    }
  `);
  for (const text of [method, handler]) {
    expect(text).toContain("GET /api/v2/orders/transactions");
    expect(text).toContain("by pages, newest first");
    expect(text).toContain("`limit` (query): The number of transactions on a page.");
  }
  expect(parameter).toContain("The number of transactions on a page.");
});
