import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a browser loads of a module in the folder of the client: bundled, minified and compressed; in bytes. */
export async function weigh(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve(import.meta.dirname, "..") },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
