import { build } from "esbuild";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { callback, now, secret, signed } from "./example-callbacks.ts";
import { page } from "./examples.ts";
import { json, serve } from "./runtime/testing.ts";
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

beforeAll(() => {
  execFileSync(process.execPath, [join(here, "build.ts")]);
});

it("builds every entry it exports", async () => {
  for (const entry of Object.values(manifest.exports)) {
    expect(existsSync(join(here, entry.types))).toBe(true);
    const module = (await import(join(here, entry.default))) as object;
    expect(Object.keys(module)).not.toEqual([]);
  }
});

it("runs on every Node.js here that it declares", { timeout: 60_000 }, async () => {
  const [, least] = /^>=(\d+)$/.exec(manifest.engines.node) ?? [];
  const declared = nodesOnPath().filter(({ major }) => major >= Number(least));
  expect(declared.map(({ path }) => path)).toContain(realpathSync(process.execPath));
  const { baseUrl } = await serve((response, count) => {
    json(response, 200, count % 2 === 1 ? page(1, 1) : { transactions: [] });
  });
  const body = callback();
  const given = JSON.stringify({ baseUrl, secret, body, headers: signed(body), now });
  for (const { path } of declared) {
    const child = promisify(execFile)(path, ["--input-type=module", "--eval", program, given]);
    expect((await child).stdout, path).toBe("A-1\norder.payment\noutside-contract\n");
  }
});

/** Uses every entry of the built package. */
const program = `
import { createClient } from ${entry(".")};
import { paginate } from ${entry("./pagination")};
import { responseValidation } from ${entry("./validate")};
import { verifyCallback } from ${entry("./webhooks")};

const { baseUrl, secret, body, headers, now } = JSON.parse(process.argv[1]);
const client = createClient({ baseUrl, token: "<JWT>", validate: responseValidation });
for await (const { orderId } of paginate(client)) console.log(orderId);
const callback = await verifyCallback(body, { secret, headers, now: new Date(now) });
console.log(callback.event.kind);
const signal = AbortSignal.timeout(30_000);
await client.listTransactions({}, { signal }).catch(({ code }) => console.log(code));
`;

function entry(name: keyof typeof manifest.exports): string {
  return JSON.stringify(pathToFileURL(join(here, manifest.exports[name].default)));
}

/** Each Node.js that a command line finds, this one included. */
function nodesOnPath(): readonly { path: string; major: number }[] {
  const found = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const paths = [process.execPath, ...found.filter((path) => existsSync(path))];
  return [...new Set(paths.map((path) => realpathSync(path)))].map((path) => {
    const version = execFileSync(path, ["--version"], { encoding: "utf8" });
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) };
  });
}

it("weighs what the README says", async () => {
  // The description of the operations is a fifth of it; validators are in the entries that need them.
  expect(await weigh("index.ts")).toBeLessThan(4_000);
  expect(await weigh("pagination.ts")).toBeLessThan(500);
  expect(await weigh("webhooks.ts")).toBeLessThan(11_000);
  expect(await weigh("validate.ts")).toBeLessThan(12_500);
});
