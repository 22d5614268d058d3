import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";

/** Reads one file that is not on disk, and all others from there. */
export function virtualHost(file: string, text: string): CompilerHost {
  return {
    ...NodeHost,
    readFile: (path) =>
      path === file ? Promise.resolve(createSourceFile(text, path)) : NodeHost.readFile(path),
    stat: (path) =>
      path === file
        ? Promise.resolve({ isFile: () => true, isDirectory: () => false })
        : NodeHost.stat(path),
    realpath: (path) => (path === file ? Promise.resolve(path) : NodeHost.realpath(path)),
  };
}
