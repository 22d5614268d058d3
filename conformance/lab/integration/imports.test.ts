import { resolve } from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";

const linter = new ESLint({
  cwd: resolve(import.meta.dirname, "../../.."),
  ruleFilter: ({ ruleId }) => ruleId === "no-restricted-imports",
  // The files are not there, and this rule needs no types.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

async function refusals(filePath: string, from: string): Promise<number> {
  const results = await linter.lintText(`export * from ${JSON.stringify(from)};\n`, { filePath });
  return results.flatMap(({ messages }) => messages).length;
}

test.each([
  ["contract/a.ts", "../generated/gateway/index.ts"],
  ["contract/a.ts", "node:fs"],
  ["contract/a.test.ts", "../scripts/files.ts"],
  ["client/a.ts", "../server/skeleton/index.ts"],
  ["client/a.ts", "../contract/index.ts"],
  ["client/a.test.ts", "../conformance/index.ts"],
  ["client/runtime/a.ts", "../../generated/gateway/index.ts"],
  ["client/a.ts", "./runtime/types.ts"],
  ["client/a.ts", "@contract-toolkit/server"],
  ["server/skeleton/a.ts", "@contract-toolkit/client"],
  ["server/skeleton/a.ts", "../../generated/gateway/index.ts"],
  ["server/skeleton/a.ts", "../gateway/app.ts"],
  ["server/skeleton/a.test.ts", "../../scripts/files.ts"],
  ["server/skeleton/testing/a.ts", "../../../conformance/index.ts"],
  ["server/skeleton/testing/a.ts", "../../gateway/app.ts"],
  ["server/skeleton/middleware-engine/a.ts", "../../../client/index.ts"],
  ["server/gateway/a.ts", "../../client/index.ts"],
  ["server/gateway/handlers/a.ts", "../../../bench/table.ts"],
  ["server/gateway/domain/a.ts", "../../../generated/gateway/index.ts"],
  ["server/gateway/domain/x/a.ts", "../../storage/open.ts"],
  ["server/gateway/storage/a.ts", "../handlers/index.ts"],
  ["server/gateway/storage/a.ts", "../../skeleton/index.ts"],
  ["spec/interface/a.test.ts", "../../client/index.ts"],
  ["spec/library/a.ts", "../../scripts/files.ts"],
  ["scripts/a.ts", "../conformance/index.ts"],
  ["scripts/a.ts", "@contract-toolkit/conformance"],
  ["scripts/generate/a.ts", "@contract-toolkit/conformance"],
  ["scripts/generate/a.ts", "../../spec/library/decorators.ts"],
  ["scripts/generate/a.ts", "../../conformance/index.ts"],
  ["scripts/replay/a.ts", "../../conformance/case.ts"],
  ["scripts/replay/a.ts", "../../conformance/lab/testing/random.ts"],
  ["scripts/a.test.ts", "../server/skeleton/index.ts"],
  ["scripts/generate/a.ts", "../../spec/interface/x.ts"],
  ["scripts/generate/traceability/a.ts", "../../../conformance/index.ts"],
  ["conformance/a.ts", "../scripts/files.ts"],
  ["conformance/a.ts", "./lab/testing/random.ts"],
  ["conformance/targets/a.test.ts", "../lab/testing/random.ts"],
  ["conformance/targets/a.ts", "../../client/runtime/types.ts"],
  ["conformance/targets/a.ts", "../../server/gateway/app.ts"],
  ["conformance/a.ts", "../generated/gateway/types.ts"],
  ["conformance/testing/a.ts", "../lab/testing/random.ts"],
  ["conformance/testing/a.ts", "../../server/gateway/app.ts"],
  ["conformance/lab/a.ts", "../../bench/table.ts"],
  ["conformance/lab/testing/a.ts", "../../../contract/index.ts"],
] as const)("%s may not import %s", async (file, from) => {
  expect(await refusals(file, from)).toBeGreaterThan(0);
});

test.each([
  ["client/a.ts", "../generated/gateway/operations.js"],
  ["client/a.ts", "@contract-toolkit/kernel"],
  ["server/gateway/a.ts", "../skeleton/index.ts"],
  ["server/skeleton/testing/a.ts", "../../../scripts/files.ts"],
  ["server/gateway/a.ts", "../../generated/gateway/index.ts"],
  ["scripts/replay/a.ts", "@contract-toolkit/conformance"],
  ["scripts/diff/a.ts", "@contract-toolkit/conformance"],
  ["scripts/generate/a.ts", "@contract-toolkit/typespec/program"],
  ["client/a.ts", "@contract-toolkit/client/validation"],
  ["client/a.test.ts", "./runtime/testing.ts"],
  ["conformance/a.ts", "../server/skeleton/index.ts"],
  ["conformance/targets/a.ts", "../../client/index.ts"],
  ["conformance/provider-states/a.ts", "../../generated/merchant/events.ts"],
  ["conformance/lab/fixtures/a.ts", "../../../server/gateway/app.ts"],
  ["contract/a.test.ts", "vitest"],
  ["contract/a.ts", "./json.ts"],
] as const)("%s may import %s", async (file, from) => {
  expect(await refusals(file, from)).toBe(0);
});
