import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

/** A file, and what it imports that it may not. */
const refusedImports = [
  ["contract/a.ts", "../generated/gateway/index.ts"],
  ["contract/a.ts", "node:fs"],
  ["client/a.ts", "../server/skeleton/index.ts"],
  ["client/a.test.ts", "../conformance/index.ts"],
  ["client/runtime/a.ts", "../../generated/gateway/index.ts"],
  ["client/a.ts", "./runtime/types.ts"],
  ["server/skeleton/a.ts", "../../generated/gateway/index.ts"],
  ["server/skeleton/testing/a.ts", "../../../conformance/index.ts"],
  ["server/gateway/a.ts", "../../client/index.ts"],
  ["server/gateway/domain/a.ts", "../../../generated/gateway/index.ts"],
  ["server/gateway/storage/a.ts", "../handlers/index.ts"],
  ["spec/interface/a.test.ts", "../../client/index.ts"],
  ["spec/library/a.ts", "../../scripts/files.ts"],
  ["scripts/a.ts", "../conformance/index.ts"],
  ["scripts/generate/a.ts", "@contract-toolkit/conformance"],
  ["scripts/mock/a.ts", "../../server/skeleton/index.ts"],
  ["conformance/a.ts", "../scripts/files.ts"],
  ["conformance/testing/a.ts", "../lab/testing/random.ts"],
  ["conformance/lab/a.ts", "../../bench/table.ts"],
] as const;

const allowedImports = [
  ["client/a.ts", "../generated/gateway/operations.js"],
  ["server/gateway/a.ts", "../skeleton/index.ts"],
  ["server/skeleton/testing/a.ts", "../../../scripts/files.ts"],
  ["scripts/replay/a.ts", "@contract-toolkit/conformance"],
  ["scripts/generate/a.ts", "@contract-toolkit/typespec/program"],
  ["conformance/a.ts", "../server/skeleton/index.ts"],
  ["server/provider-states/a.ts", "@contract-toolkit/conformance"],
  ["conformance/lab/fixtures/a.ts", "../../../server/gateway/app.ts"],
  ["contract/a.test.ts", "vitest"],
] as const;

/** Files that work for any contract. */
const general = [
  "scripts/generate/a.ts",
  "server/skeleton/a.ts",
  "client/runtime/a.ts",
  "conformance/a.ts",
  "contract/a.ts",
  "spec/library/a.ts",
];

/** A file, and whether it breaks a rule. */
interface Planted {
  readonly file: string;
  readonly text: string;
  readonly rule: string;
  readonly breaks: boolean;
}

const planted: readonly Planted[] = [
  ...refusedImports.map(([file, from]) => importing(file, from, true)),
  ...allowedImports.map(([file, from]) => importing(file, from, false)),
  ...general.map((file) => mentioning(file, true)),
  mentioning("server/gateway/a.ts", false),
  takingPort("server/skeleton/port.test.ts", true),
  takingPort("server/skeleton/port.ts", false),
];

function importing(file: string, from: string, breaks: boolean): Planted {
  const name = file.replace("a.", `${from.replace(/[^a-z]+/g, "-")}.`);
  const text = `export * from ${JSON.stringify(from)};\n`;
  return { file: name, text, rule: "contract(import-direction)", breaks };
}

function mentioning(file: string, breaks: boolean): Planted {
  const text = "export const payment = 1;\n";
  return {
    file: file.replace("a.", "word."),
    text,
    rule: "contract(forbidden-vocabulary)",
    breaks,
  };
}

function takingPort(file: string, breaks: boolean): Planted {
  const text = `import { createServer } from "node:http";\ncreateServer().listen(0);\n`;
  return { file, text, rule: "contract(free-port)", breaks };
}

/** The rules that each file breaks, of one run of the linter. */
const broken = new Map<string, string[]>();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lint-rules-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  for (const own of ["oxlint.config.ts", "scripts/repository/oxlint-plugin"])
    await cp(join(root, own), join(folder, own), { recursive: true });
  for (const { file, text } of planted) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const { code, filename } of await lint(planted.map(({ file }) => file)))
    broken.set(filename, [...(broken.get(filename) ?? []), code]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

async function lint(files: readonly string[]): Promise<readonly Diagnostic[]> {
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  const args = [linter, "--format=json", ...files];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

test.each(planted)("$rule, broken by $file with $text: $breaks", ({ file, rule, breaks }) => {
  expect((broken.get(file) ?? []).includes(rule)).toBe(breaks);
});
