import { createSourceFile, NodeHost, type CompilerHost } from "@typespec/compiler";

/** A host that reads one file from memory and all others from the disk. */
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
