import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A bundle of the client. */
export interface BundleSize {
  readonly name: string;
  readonly minifiedBytes: number;
  readonly gzippedBytes: number;
}

const client = join(import.meta.dirname, "..", "client");

const bundles: Readonly<Record<string, string>> = {
  // Retries and typed errors are part of every client; the description of the operations grows with their number.
  "client core": `export { createContractClient } from "./runtime/contract-client.ts"; export { paginate } from "./pagination.ts";`,
  "client of six operations": `export { createClient } from "./index.ts"; export { paginate } from "./pagination.ts";`,
  "openapi-fetch alone": `export { default } from "openapi-fetch";`,
};

/** Sizes of what a browser loads: bundled with its dependency, minified, gzipped. */
export function measureSizes(): Promise<BundleSize[]> {
  return Promise.all(
    Object.entries(bundles).map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: client, loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        target: "es2022",
        write: false,
      });
      const code = outputFiles[0]?.contents ?? new Uint8Array();
      return {
        name,
        minifiedBytes: code.length,
        gzippedBytes: gzipSync(code, { level: 9 }).length,
      };
    }),
  );
}
