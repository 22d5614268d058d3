import { build } from "esbuild";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

/** An entry as a web page would load it, compressed; in bytes. */
async function weigh(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

it("weighs what its README says", async () => {
  // The description of the operations is a fifth of it; validators are in the entries that need them.
  expect(await weigh("index.ts")).toBeLessThan(6_900);
  expect(await weigh("pagination.ts")).toBeLessThan(500);
  expect(await weigh("webhooks.ts")).toBeLessThan(11_000);
  expect(await weigh("validate.ts")).toBeLessThan(12_500);
});
