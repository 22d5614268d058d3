import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, type UserConfig } from "@hey-api/openapi-ts";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { generateContracts } from "../../../server/skeleton/testing/generated.ts";
import { blocksOf } from "../../../docs/tests/readme.ts";

const root = resolve(import.meta.dirname, "../../..");

test("the snippets of the guides compile", async () => {
  const { folder } = await generateContracts(join(root, "docs/examples/smallest/main.tsp"));
  const pages = ["docs/guides/moving.md", "docs/guides/recipes.md"];
  const blocks = (await Promise.all(pages.map((page) => blocksOf(page, "ts")))).flat();
  expect(blocks).toHaveLength(4);
  const files = blocks.map((text, index) => [
    `snippet-${index}.ts`,
    text.replaceAll("./generated/", `${folder}/`),
  ]);
  expect(typecheck(Object.fromEntries(files) as Record<string, string>)).toEqual([]);
});

test("the configuration of the recipe generates schemas, handlers and queries", async () => {
  const folder = mkdtempSync(join(tmpdir(), "recipes-"));
  try {
    const [block = ""] = await blocksOf("docs/guides/recipes.md", "js");
    const { default: config } = (await import(
      `data:text/javascript,${encodeURIComponent(block)}`
    )) as { default: UserConfig };
    const output = join(folder, "out");
    const input = join(root, config.input as string);
    await createClient({ ...config, input, output, logs: { level: "silent" } });

    // The generated files import them. Only who uses the files installs the libraries.
    const names = ["http", "HttpResponse", "queryOptions", "infiniteQueryOptions"];
    const stub = join(folder, "libraries.js");
    writeFileSync(stub, names.map((name) => `export const ${name} = undefined;\n`).join(""));
    const alias = { msw: stub, "@tanstack/react-query": stub };

    const schemas = await load<Record<"zOrderCode" | "zPayOrderBody", ZodType>>("zod.gen.ts");
    expect(schemas.zOrderCode.safeParse("A-1").success).toBe(true);
    expect(schemas.zOrderCode.safeParse("").success).toBe(false);
    expect(schemas.zPayOrderBody.safeParse({}).success).toBe(false);
    const isFunction = expect.any(Function) as unknown;
    expect(await load("msw.gen.ts")).toMatchObject({ handlePayOrder: isFunction });
    const queries = { payOrderMutation: isFunction, listTransactionsOptions: isFunction };
    expect(await load("@tanstack/react-query.gen.ts")).toMatchObject(queries);

    async function load<Module>(name: string): Promise<Module> {
      const outfile = join(folder, `${name.replaceAll("/", "-")}.mjs`);
      await build({
        entryPoints: [join(output, name)],
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        alias,
        nodePaths: [join(root, "node_modules")],
        logLevel: "error",
      });
      return (await import(pathToFileURL(outfile).href)) as Module;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
