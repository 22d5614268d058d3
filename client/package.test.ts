import { build } from "esbuild";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempDisposableSync, readFileSync, realpathSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import ts from "typescript";
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

it("needs nothing of this repository where it is installed, and its declarations typecheck", () => {
  const packed = packedFiles();
  const imported = packed
    .filter((file) => /\.(?:js|d\.ts)$/.test(file))
    .flatMap((file) => [...readFileSync(join(here, file), "utf8").matchAll(/ from "([^."]+)"/g)])
    .map(([, name]) => name);
  const dependencies = Object.keys(manifest.dependencies);
  expect([...new Set(imported)]).toEqual(dependencies);

  using project = mkdtempDisposableSync(join(tmpdir(), "installed-client-"));
  const modules = join(project.path, "node_modules");
  for (const file of packed) cpSync(join(here, file), join(modules, manifest.name, file));
  for (const name of dependencies)
    symlinkSync(join(here, "../node_modules", name), join(modules, name));
  const main = join(project.path, "main.mts");
  const entries = Object.keys(manifest.exports).map((path) => posix.join(manifest.name, path));
  writeFileSync(main, entries.map((name) => `import ${JSON.stringify(name)};\n`).join(""));
  const options = { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: [] };
  const messages = ts.getPreEmitDiagnostics(ts.createProgram([main], options));
  expect(messages.map(({ messageText }) => messageText)).toEqual([]);
});

/** The files of the package that is published, from its folder. */
function packedFiles(): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const printed = execFileSync("npm", args, { cwd: here, encoding: "utf8" });
  const [packed] = JSON.parse(printed) as [{ files: readonly { path: string }[] }];
  return packed.files.map(({ path }) => path);
}

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
