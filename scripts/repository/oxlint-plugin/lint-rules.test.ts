import { execFile } from "node:child_process";
import { cp, mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** A file and a forbidden import. */
const refusedImports = [
  ["contract/a.ts", "../generated/gateway/index.ts"],
  ["contract/a.ts", "node:fs"],
  ["client/a.ts", "../server/skeleton/index.ts"],
  ["client/a.test.ts", "../conformance/index.ts"],
  ["client/runtime/a.ts", "../../generated/gateway/index.ts"],
  ["client/a.ts", "./runtime/types.ts"],
  ["server/skeleton/a.ts", "../../generated/gateway/index.ts"],
  ["server/skeleton/testing/a.ts", "../../../conformance/index.ts"],
  ["server/skeleton/a.ts", "../inspector/index.ts"],
  ["server/skeleton/requests/a.ts", "@contract-toolkit/inspector"],
  ["server/inspector/a.ts", "../skeleton/index.ts"],
  ["server/openapi-validator-engine/a.ts", "@contract-toolkit/inspector"],
  ["server/api-reference/a.ts", "@contract-toolkit/skeleton"],
  ["server/gateway/a.ts", "../../client/index.ts"],
  ["server/gateway/domain/a.ts", "../../../generated/gateway/index.ts"],
  ["server/gateway/http/a.ts", "../process/start.ts"],
  ["server/gateway/storage/postgres/a.ts", "../../callbacks/deliver.ts"],
  ["server/gateway/callbacks/a.ts", "@contract-toolkit/skeleton"],
  ["server/gateway/bank/a.ts", "../http/context.ts"],
  ["server/gateway/platform/a.ts", "../storage/open.ts"],
  ["server/gateway/domain/payments/a.ts", "../../bank/guard.ts"],
  ["server/gateway/domain/a.ts", "../testing/orders.ts"],
  ["spec/requirements/a.test.ts", "../../client/index.ts"],
  ["spec/library/a.ts", "../../scripts/files.ts"],
  ["contract/schemas/a.ts", "@contract-toolkit/diff"],
  ["scripts/cli/a.ts", "../../conformance/index.ts"],
  ["scripts/cli/a.ts", "../generate/index.ts"],
  ["scripts/generate/a.ts", "@contract-toolkit/conformance"],
  ["scripts/generate/a.ts", "../cli/options.ts"],
  ["scripts/diff/a.ts", "@contract-toolkit/generate"],
  ["scripts/diff/read/a.ts", "../../generate/index.ts"],
  ["scripts/diff/a.ts", "@contract-toolkit/typespec/program"],
  ["scripts/import/a.ts", "@contract-toolkit/diff"],
  ["scripts/mock/a.ts", "@contract-toolkit/generate"],
  ["scripts/mock/a.ts", "../../server/skeleton/index.ts"],
  ["scripts/proxy/a.ts", "@contract-toolkit/generate"],
  ["scripts/proxy/a.ts", "../mock/load.ts"],
  ["conformance/a.ts", "../scripts/cli/files.ts"],
  ["conformance/testing/a.ts", "../../bench/lab/testing/variations.ts"],
  ["scripts/generate/integration/a.test.ts", "../../../bench/table.ts"],
] as const;

const allowedImports = [
  ["client/a.ts", "../generated/gateway/operations.js"],
  ["server/gateway/process/a.ts", "../http/app.ts"],
  ["server/gateway/domain/payments/a.ts", "../bank/bank.ts"],
  ["server/gateway/domain/a.test.ts", "../storage/open.ts"],
  ["server/inspector/a.ts", "@contract-toolkit/skeleton"],
  ["server/skeleton/testing/a.ts", "../../../scripts/files.ts"],
  ["scripts/cli/replay/a.ts", "@contract-toolkit/conformance"],
  ["scripts/cli/a.ts", "@contract-toolkit/diff/report"],
  ["scripts/diff/a.ts", "@contract-toolkit/schemas/redos/linear"],
  ["scripts/generate/a.ts", "@contract-toolkit/typespec/program"],
  ["scripts/generate/traceability/a.ts", "@contract-toolkit/conformance/internal"],
  ["conformance/a.ts", "../server/skeleton/index.ts"],
  ["server/provider-states/a.ts", "@contract-toolkit/conformance"],
  ["scripts/mock/a.test.ts", "../cli/commands/mock.ts"],
  ["scripts/proxy/a.ts", "@contract-toolkit/mock/refusals"],
  ["server/gateway/tests/a.test.ts", "../../../conformance/index.ts"],
  ["contract/a.test.ts", "vitest"],
] as const;

const imports = "contract(import-direction)";
const words = "contract(forbidden-vocabulary)";
const ports = "contract(free-port)";
const files = "eslint(no-restricted-imports)";
const payment = "export const payment = 1;\n";
const port = `import { createServer } from "node:http";\ncreateServer().listen(0);\n`;

const newFile = `export { writeFileSync } from "node:fs";\n`;

/** A file, its text, a rule, and whether the text breaks the rule. */
type Planted = readonly [file: string, text: string, rule: string, breaks: boolean];

const importing =
  (breaks: boolean) =>
  ([file, from]: readonly [string, string]): Planted => {
    const name = file.replace("a.", `${from.replace(/[^a-z]+/g, "-")}.`);
    return [name, `export * from ${JSON.stringify(from)};\n`, imports, breaks];
  };

const planted: readonly Planted[] = [
  ...refusedImports.map(importing(true)),
  ...allowedImports.map(importing(false)),
  // Files that must work for any contract, and one that need not.
  ...["scripts/generate", "server/skeleton", "client/runtime", "conformance", "contract"].map(
    (folder): Planted => [`${folder}/word.ts`, payment, words, true],
  ),
  ["spec/library/word.ts", payment, words, true],
  ["server/gateway/word.ts", payment, words, false],
  ["contract/one.ts", `export type * from "./other.ts";\n`, "import(no-cycle)", true],
  ["contract/other.ts", `export type * from "./one.ts";\n`, "import(no-cycle)", true],
  ["server/skeleton/port.test.ts", port, ports, true],
  ["server/skeleton/port.ts", port, ports, false],
  ["server/gateway/process/new.ts", newFile, files, true],
  ["server/gateway/platform/security/new-file.ts", newFile, files, false],
];

test("each rule reports the files that break it, and no others", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "lint-rules-"));
  const inside = (path: string) => join(folder.path, path);
  await symlink(join(root, "node_modules"), inside("node_modules"));
  for (const own of ["oxlint.config.ts", "scripts/repository/oxlint-plugin"])
    await cp(join(root, own), inside(own), { recursive: true });
  for (const [file, text] of planted) {
    await mkdir(dirname(inside(file)), { recursive: true });
    await writeFile(inside(file), text);
  }
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  const args = [linter, "--format=json", ...planted.map(([file]) => file)];
  const options = { cwd: folder.path, maxBuffer: 2 ** 26 };
  const run = promisify(execFile)(process.execPath, args, options);
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string }[];
  };
  const broken = planted.map(([file, text, rule]) => {
    const isReported = diagnostics.some(({ code, filename }) => code === rule && filename === file);
    return [file, text, rule, isReported];
  });
  expect(broken).toEqual(planted);
});
