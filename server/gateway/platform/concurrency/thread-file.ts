import { extname } from "node:path";

/** The file of a thread beside a module: TypeScript in this repository, JavaScript in the package. */
export function threadFile(name: string, module: string): URL {
  return new URL(name + extname(module), module);
}
