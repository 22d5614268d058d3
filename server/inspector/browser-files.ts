import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
// A namespace import, because older versions of Node.js lack the function. They run packages, which contain JavaScript.
import * as modules from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { html, pageStyle } from "@contract-toolkit/contract";

/** A file that a browser loads. */
export interface BrowserFile {
  readonly type: string;
  readonly text: string;
  /** Whether its name has a hash of its text, so that it never changes. */
  readonly isImmutable?: boolean;
}

const LIBRARY = "htm/preact/standalone";
const LIBRARY_FILE = "library.js";
const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
/** The imports that a module begins with. Texts with code come later and stay as they are. */
const IMPORTS = /^(?:\s*import [^;]*;)*/;

/**
 * Reads modules and style sheets for browsers. There is no build: types are removed from TypeScript.
 *
 * @param root folder of all files; modules import each other by relative paths
 * @param folders below it, ending with a slash, or single files; "" is the root itself
 * @param elsewhere folders of other packages, by the paths below `root` at which they are served
 * @returns files by path below `root`, TypeScript as `.js`. They work below any URL
 */
export function readBrowserFiles(
  root: URL,
  folders: readonly string[],
  elsewhere: Readonly<Record<string, URL>> = {},
): ReadonlyMap<string, BrowserFile> {
  const files = new Map<string, BrowserFile>();
  const sources = [
    ...folders.map((path) => [path, new URL(path, root)] as const),
    ...Object.entries(elsewhere),
  ].flatMap(([path, url]) =>
    /^$|\/$/.test(path)
      ? readdirSync(url).map((name) => [path + name, new URL(name, url)] as const)
      : [[path, url] as const],
  );
  for (const [path, url] of sources.filter(([name]) => !/\.(test|d)\.ts$|\.map$/.test(name))) {
    const text = readFileSync(url, "utf8");
    if (path.endsWith(".css")) files.set(path, { type: CSS, text });
    else {
      const library = `${"../".repeat(path.split("/").length - 1) || "./"}${LIBRARY_FILE}`;
      const script = path.endsWith(".ts") ? withoutTypes(text) : text;
      const linked = script.replace(IMPORTS, (imports) =>
        imports
          .replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"')
          .replaceAll(`"${LIBRARY}"`, `"${library}"`),
      );
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

/** Reads the files of pages that a script fills: modules, and the style sheet of all pages. */
export function readPageFiles(...from: Parameters<typeof readBrowserFiles>) {
  return new Map([[STYLE, { type: CSS, text: pageStyle }], ...readBrowserFiles(...from)]);
}

const STYLE = "style.css";

/**
 * The HTML of a page that a script fills. All modules are loaded at once, not one after the other.
 *
 * @param files of `readPageFiles`, which are served below `assets`
 * @param main the module that fills the page
 */
export function scriptPage({
  title,
  assets,
  files,
  main,
}: {
  readonly title: string;
  readonly assets: string;
  readonly files: ReadonlyMap<string, BrowserFile>;
  readonly main: string;
}): string {
  const isPart = (name: string) => name.endsWith(".js") && !name.endsWith("/main.js");
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets}${STYLE}" />
        <script type="module" src="${assets}${main}"></script>
        ${[...files.keys()]
          .filter(isPart)
          .map((name) => html`<link rel="modulepreload" href="${assets}${name}" />`)}
      </head>
      <body>
        <noscript
          ><main>
            <h1>${title}</h1>
            <p>This page needs JavaScript.</p>
          </main></noscript
        >
      </body>
    </html> `.text;
}

/**
 * Sends a file: compressed, with an ETag, and nothing if the browser has it.
 *
 * @param headers further ones, in lower case
 */
export async function sendBrowserFile(
  file: BrowserFile,
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const accepted = String(asked["accept-encoding"]);
  const encoding = (["br", "gzip"] as const).find((text) => accepted.includes(text));
  const { etag, encoded } = await encodedFile(file, encoding);
  const isUnchanged = asked["if-none-match"] === etag;
  response.writeHead(isUnchanged ? 304 : 200, {
    etag,
    vary: "accept-encoding",
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-type": file.type,
    ...(encoding && { "content-encoding": encoding }),
    ...headers,
  });
  response.end(isUnchanged ? undefined : encoded);
}

type Encoding = "br" | "gzip" | undefined;

/** Compressing takes a second for the largest file, so it is done once. */
const known = new WeakMap<BrowserFile, Map<Encoding, ReturnType<typeof encodeFile>>>();

function encodedFile(file: BrowserFile, encoding: Encoding) {
  const encodings = known.get(file) ?? new Map<Encoding, ReturnType<typeof encodeFile>>();
  known.set(file, encodings);
  const encoded = encodings.get(encoding) ?? encodeFile(file, encoding);
  encodings.set(encoding, encoded);
  return encoded;
}

async function encodeFile({ text }: BrowserFile, encoding: Encoding) {
  const encoded =
    encoding === "br"
      ? await promisify(brotliCompress)(text, {
          // Higher qualities take many seconds and save a few percent.
          params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
        })
      : encoding === "gzip"
        ? await promisify(gzip)(text)
        : text;
  return { etag: `"${hashOf(text)}-${encoding ?? "plain"}"`, encoded };
}

/** The beginning of a text's SHA-256. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
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
