import { readdirSync, readFileSync } from "node:fs";
// A namespace import, because older versions of Node.js lack the function. They run packages, which contain JavaScript.
import * as modules from "node:module";
import { fileURLToPath } from "node:url";

/** A file that a browser loads. */
export interface BrowserFile {
  readonly type: string;
  readonly text: string;
}

const LIBRARY = "htm/preact/standalone";
const LIBRARY_FILE = "library.js";
const SCRIPT = "text/javascript; charset=utf-8";

/**
 * Reads modules and style sheets for browsers. There is no build: types are removed from TypeScript.
 *
 * @param root folder of all files; modules import each other by relative paths
 * @param folders below it, ending with a slash, or single files; "" is the root itself
 * @returns files by path below `root`, TypeScript as `.js`. They work below any URL
 */
export function readBrowserFiles(
  root: URL,
  folders: readonly string[],
): ReadonlyMap<string, BrowserFile> {
  const files = new Map<string, BrowserFile>();
  const paths = folders.flatMap((each) =>
    /^$|\/$/.test(each) ? readdirSync(new URL(each, root)).map((name) => each + name) : [each],
  );
  for (const path of paths.filter((each) => !/\.(test|d)\.ts$|\.map$/.test(each))) {
    const text = readFileSync(new URL(path, root), "utf8");
    if (path.endsWith(".css")) files.set(path, { type: "text/css; charset=utf-8", text });
    else {
      const library = `${"../".repeat(path.split("/").length - 1) || "./"}${LIBRARY_FILE}`;
      const script = path.endsWith(".ts") ? withoutTypes(text) : text;
      const linked = script
        .replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"')
        .replaceAll(`"${LIBRARY}"`, `"${library}"`);
      files.set(path.replace(/\.ts$/, ".js"), { type: SCRIPT, text: linked });
    }
  }
  if ([...files.values()].some(({ text }) => text.includes(LIBRARY_FILE))) {
    const text = readFileSync(fileURLToPath(import.meta.resolve(LIBRARY)), "utf8");
    files.set(LIBRARY_FILE, { type: SCRIPT, text });
  }
  return files;
}

function withoutTypes(text: string): string {
  // The function warns on the terminal that it is experimental.
  const original = Object.getOwnPropertyDescriptor(process, "emitWarning");
  process.emitWarning = () => undefined;
  try {
    return modules.stripTypeScriptTypes(text);
  } finally {
    if (original) Object.defineProperty(process, "emitWarning", original);
  }
}

/** Content-Security-Policy of pages: scripts and styles only from their own server, and no HTML from texts. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of pages that load such files. */
export const browserPageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": pagePolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
