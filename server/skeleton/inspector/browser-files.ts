import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browserScript } from "../browser-script.ts";

/** A file that a browser loads. */
export interface BrowserFile {
  readonly type: string;
  readonly text: string;
}

/** The library of the pages: one module that imports nothing. */
const LIBRARY = "htm/preact/standalone";

/**
 * Reads the modules and style sheets of some folders, as browsers load them. Nothing is built.
 *
 * @param root folder that all of them are in; modules import each other by relative paths
 * @param folders below it, with a slash at the end, or single files
 * @returns files by path below `root`. Wherever they are served, they find each other
 */
export function readBrowserFiles(
  root: URL,
  folders: readonly string[],
): ReadonlyMap<string, BrowserFile> {
  const files = new Map<string, BrowserFile>();
  const paths = folders.flatMap((each) =>
    each.endsWith("/") ? readdirSync(new URL(each, root)).map((name) => each + name) : [each],
  );
  for (const path of paths) {
    const file = readBrowserFile(new URL(path, root), "../".repeat(path.split("/").length - 1));
    if (file) files.set(path, file);
  }
  const library = readFileSync(fileURLToPath(import.meta.resolve(LIBRARY)), "utf8");
  files.set(LIBRARY_FILE, { type: SCRIPT, text: library });
  return files;
}

/** @param base the way from the file to the library's folder */
function readBrowserFile(file: URL, base: string): BrowserFile | undefined {
  const { pathname } = file;
  if (/\.(test|d)\.ts$|\.map$/.test(pathname)) return undefined;
  if (pathname.endsWith(".css"))
    return { type: "text/css; charset=utf-8", text: readFileSync(file, "utf8") };
  const script = browserScript(file);
  return {
    type: SCRIPT,
    text: script.replaceAll(`"${LIBRARY}"`, `"${base || "./"}${LIBRARY_FILE}"`),
  };
}

const SCRIPT = "text/javascript; charset=utf-8";
const LIBRARY_FILE = "library.js";

/** What pages that are made of such files are sent with. */
export const browserPageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
