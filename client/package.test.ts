import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import manifest from "./package.json" with { type: "json" };

const here = import.meta.dirname;

/** An entry as a web page would load it, compressed; in bytes. */
async function weigh(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

it("builds every entry it exports", { timeout: 60_000 }, async () => {
  execFileSync(process.execPath, [join(here, "build.ts")]);
  for (const entry of Object.values(manifest.exports)) {
    expect(existsSync(join(here, entry.types))).toBe(true);
    const module = (await import(join(here, entry.default))) as object;
    expect(Object.keys(module)).not.toEqual([]);
  }
});

it("weighs what the README says", async () => {
  // The description of the operations is a fifth of it; validators are in the entries that need them.
  expect(await weigh("index.ts")).toBeLessThan(4_000);
  expect(await weigh("pagination.ts")).toBeLessThan(500);
  expect(await weigh("webhooks.ts")).toBeLessThan(11_000);
  expect(await weigh("validate.ts")).toBeLessThan(12_500);
});
