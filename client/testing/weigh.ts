import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The size in bytes of a module of the client in a browser: bundled, minified and compressed. */
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
