import { readFileSync } from "node:fs";
// By its namespace: versions of Node.js without the function run packages, which have no types to take off.
import * as modules from "node:module";

/** A module as a browser loads it: of TypeScript the types are taken off, which a package's compiled files do not have any more. */
export function browserScript(file: URL): string {
  const text = readFileSync(file, "utf8");
  if (!file.pathname.endsWith(".ts")) return text;
  // The function tells the terminal that it is experimental, which is no concern of whoever opens a page.
  const told = Object.getOwnPropertyDescriptor(process, "emitWarning");
  process.emitWarning = () => undefined;
  try {
    return modules.stripTypeScriptTypes(text);
  } finally {
    if (told) Object.defineProperty(process, "emitWarning", told);
  }
}
