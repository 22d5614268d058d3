import { resolve } from "node:path";
import ts from "typescript";

const root = resolve(import.meta.dirname, "../..");

/** Files of packages and of the project are read once, because no test changes them and all programs use the same settings. */
const known = new Map<string, ts.SourceFile | undefined>();

/**
 * Typechecks source texts that are not on the disk, with the project's own settings.
 *
 * @param files source text by path from the project's root
 * @param folder also reports errors in the files on disk below this folder that the others import
 */
export function typecheck(files: Readonly<Record<string, string>>, folder?: string) {
  const sources = new Map(Object.entries(files).map(([file, text]) => [resolve(root, file), text]));
  const config = ts.getParsedCommandLineOfConfigFile(
    resolve(root, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  // Errors are reported only for the given files, including declaration files.
  const options = { ...config?.options, skipLibCheck: false };
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (file) => sources.has(file) || disk.fileExists(file);
  host.readFile = (file) => sources.get(file) ?? disk.readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = sources.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, language);
    const isFixed = file.startsWith(`${root}/`) || file.includes("/node_modules/");
    if (!isFixed) return disk.getSourceFile(file, language, ...rest);
    const read = known.get(file) ?? disk.getSourceFile(file, language, ...rest);
    known.set(file, read);
    return read;
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        sources.has(fileName) || (folder !== undefined && fileName.startsWith(folder)),
    )
    .flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ])
    .map(({ file, start = 0, messageText }) => ({
      file: file?.fileName ?? "",
      line: file?.getLineAndCharacterOfPosition(start).line,
      text: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }));
}
