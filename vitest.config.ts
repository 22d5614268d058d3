import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { makeTemporaryFolder } from "./server/skeleton/testing/temporary-folder.ts";

const exclude = ["**/node_modules/**", "**/dist/**", "scripts/new/template/**"];

const isFull = process.env["FULL"] === "1";

/** What tests draw from: an ordinary run plays the same each time, a full run something new, which is told to repeat it. */
process.env["SEED"] ??= isFull ? String(Date.now() % 1_000_000) : "1";
if (isFull) console.log(`SEED=${process.env["SEED"]}`);

/** Of one test, in milliseconds; in a full run, one may play all cases of a contract. */
const patience = isFull ? 300_000 : 60_000;

/** What has to hold on either storage. */
const onEitherStorage = [
  "server/gateway/{app,start}.test.ts",
  "server/gateway/sandbox/clock.test.ts",
  "server/gateway/{domain,storage,webhooks}/**/*.test.ts",
  "conformance/lab/gateway-tests/{canaries,crash-recovery,races,scenarios}.test.ts",
  "conformance/lab/gateway-tests/fault-isolation/*.test.ts",
  // What an ordinary run plays on SQLite alone.
  ...(isFull ? ["conformance/lab/gateway-tests/{fuzz,server}.test.ts"] : []),
];

// Its processes keep there what they have compiled, too: the next one starts in half the time.
const temporary = makeTemporaryFolder();
process.env["TMPDIR"] = temporary;
process.env["NODE_COMPILE_CACHE"] = join(temporary, "compile-cache");
process.env["GENERATED_FIXTURES"] = mkdtempSync(join(temporary, "fixtures-"));
process.on("exit", () => {
  rmSync(temporary, { recursive: true, force: true });
});

/** The files that take longest: those of the lab, and those that wait for a watcher or a limit of time. */
const long = /\/conformance\/lab\/|\/(watch|commands\/dev|targets\/answer)\.test\.ts$/;

/**
 * One project after the other: a worker serves one, and loads everything anew. Of each project the files that take longest
 * begin first, so that at the end no worker waits long for another.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Loading the contracts and TypeSpec takes longer than most files' tests: the files of a worker share it.
    isolate: false,
    // Node.js runs the tests as it runs the program: nothing is transformed, and no test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than there are processors: some test always waits, for a process, a callback or the end of ten seconds.
    maxWorkers: availableParallelism() + 1,
    // A generation or a compilation takes seconds on a busy machine; what hangs is still found.
    testTimeout: patience,
    hookTimeout: patience,
    // What is waited for comes at once, but for a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    // Full counts take long: each test is told as it ends.
    ...(isFull && { reporters: ["verbose"] }),
    projects: [
      {
        extends: true,
        test: { name: "sqlite", include: ["**/*.test.ts"], exclude },
      },
      {
        extends: true,
        test: {
          name: "postgresql",
          include: onEitherStorage,
          exclude,
          globalSetup: "server/gateway/testing/postgres.ts",
        },
      },
    ],
  },
});
