import { type CompilerHost, NodeHost, type SourceFile } from "@typespec/compiler";

/**
 * A host for compiling the same specification again and again: a file whose text is as before is not parsed again, nor is
 * one of a package read again.
 */
export function cachingHost(): CompilerHost {
  const files = new Map<string, SourceFile>();
  return {
    ...NodeHost,
    parseCache: new WeakMap(),
    async readFile(path) {
      const before = files.get(path);
      if (before && path.includes("/node_modules/")) return before;
      const read = await NodeHost.readFile(path);
      const file = before?.text === read.text ? before : read;
      files.set(path, file);
      return file;
    },
  };
}
