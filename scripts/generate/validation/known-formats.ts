import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/**
 * Provides the module `known-formats` with selected formats of ajv-formats. Its own module has all formats in one
 * object, so a bundler cannot drop the 30 that are unused.
 */
export function knownFormats(names: ReadonlySet<string>): Plugin {
  return {
    name: "known-formats",
    setup(build) {
      build.onResolve({ filter: /^known-formats$/ }, ({ path }) => ({
        path,
        namespace: "formats",
        sideEffects: false,
      }));
      build.onLoad({ filter: /^/, namespace: "formats" }, () => ({
        contents: moduleWith(names),
        loader: "js",
      }));
    },
  };
}

/** In that module, each statement and each format begins a line. */
function moduleWith(names: ReadonlySet<string>): string {
  const path = fileURLToPath(import.meta.resolve("ajv-formats/dist/formats.js"));
  const statements = readFileSync(path, "utf8").split(/\n(?=[^\s}])/);
  const all = statements.find((statement) => statement.startsWith("exports.fullFormats = {"));
  if (all === undefined)
    throw new Error(
      `Cannot read the formats of ajv-formats: ${path} does not assign exports.fullFormats.`,
    );
  const chosen = all
    .split("\n")
    .filter((line) => names.has(/^ {4}"?([\w-]+)/.exec(line)?.[1] ?? ""));
  const helpers = statements.filter((statement) => /^(?:function|const) /.test(statement));
  return [...helpers, "export const known = {", ...chosen, "};"].join("\n");
}
