import ts from "typescript";
import { join } from "node:path";
import { repository } from "../code/edits.ts";

/** Whether a file still compiles with another text. Files that import it are not checked. */
export type TypeCheck = (file: string, text: string) => boolean;

/** Opens a compiler that keeps all unchanged files. */
export function openTypeCheck(): TypeCheck {
  const { sys } = ts;
  const settings = ts.getParsedCommandLineOfConfigFile(
    join(repository, "tsconfig.json"),
    {},
    {
      ...sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  let changed = { path: "", text: "" };
  let version = 0;
  const service = ts.createLanguageService({
    getCompilationSettings: () => settings?.options ?? {},
    getScriptFileNames: () => [changed.path],
    getScriptVersion: (path) => (path === changed.path ? String(version) : "0"),
    getScriptSnapshot: (path) => {
      const text = path === changed.path ? changed.text : sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => sys.fileExists(path),
    readFile: (path) => sys.readFile(path),
    directoryExists: (path) => sys.directoryExists(path),
    getDirectories: (path) => sys.getDirectories(path),
  });
  return (file, text) => {
    changed = { path: join(repository, file), text };
    version += 1;
    return (
      service.getSyntacticDiagnostics(changed.path).length === 0 &&
      service.getSemanticDiagnostics(changed.path).length === 0
    );
  };
}
