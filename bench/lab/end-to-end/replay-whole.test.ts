import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import type { JsonReport } from "../../../conformance/index.ts";
import { attributesOf, readXml } from "../../../conformance/testing/xml.ts";
import { startDisposableGateway } from "../../../server/gateway/testing/disposable-gateway.ts";
import { replayHere } from "../../../server/gateway/testing/replay.ts";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";

/** Two runs of the largest contract take two minutes, and several times as long beside other tests. */
const WHOLE_RUNS_MS = 600_000;

function withoutTimings(output: string): Omit<JsonReport, "timings"> {
  const { timings, ...rest } = JSON.parse(output) as JsonReport;
  expect(Object.keys(timings)).toContain("startedAt");
  return rest;
}

// In an ordinary run, replay.test.ts compares two runs of one operation.
describe.runIf(full).each(["gateway", "sandbox"])("%s", (contract) => {
  longTest(
    `two runs of ${contract} on one server pass all cases and write the same report`,
    WHOLE_RUNS_MS,
    async (step) => {
      await using gateway = await startDisposableGateway({ database: await takeTestDatabase() });
      await using folder = await mkdtempDisposable(join(tmpdir(), "replay-whole-"));
      const runs = [];
      for (const seed of [[], ["--seed", "two"]]) {
        step(`run ${runs.length + 1} of two`);
        const ended = await replayHere(contract, [
          ...["--server", gateway.url.href, "--report", folder.path, ...seed],
          ...["--header", `X-SERVICE-AUTH: ${gateway.token}`],
        ]);
        expect(ended.output).toMatch(/, server: \d+ passed, 0 failed/);
        expect(ended.errors).toBe("");
        runs.push(withoutTimings(await readFile(join(folder.path, "report.json"), "utf8")));
        expect(runs.at(-1)?.cases.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
        expect(ended.status, ended.output).toBe(0);
      }
      const [first, second] = runs.map((run) => JSON.stringify(run, null, 2));
      expect(runs[0]?.counts.passed).toBeGreaterThan(500);
      expect(second).toBe(first);
      const junit = readXml(await readFile(join(folder.path, "junit.xml"), "utf8"));
      const tests = String(runs[1]?.cases.length);
      expect(attributesOf(junit)).toMatchObject({ tests, failures: "0", errors: "0" });
      const page = await readFile(join(folder.path, "index.html"), "utf8");
      expect(page).toContain("Every case that was played passed.");
    },
  );
});
