import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

/** What a web page would load of an entry, compressed; in bytes. */
async function weigh(entry: string, used = "*"): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${used} from "./${entry}";`, resolveDir: import.meta.dirname },
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
  expect(await weigh("index.ts", "{ createClient, TransportError }")).toBeLessThan(4_400);
  expect(await weigh("runtime/index.ts", "{ createContractClient }")).toBeLessThan(3_200);
  expect(await weigh("pagination.ts")).toBeLessThan(500);
  expect(await weigh("webhooks.ts")).toBeLessThan(11_000);
  expect(await weigh("validate.ts")).toBeLessThan(12_500);
});
