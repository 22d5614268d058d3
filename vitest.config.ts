import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { makeTemporaryFolder } from "./server/skeleton/testing/temporary-folder.ts";

const exclude = ["**/node_modules/**", "**/dist/**", "scripts/cli/new/template/**"];

const isFull = process.env["FULL"] === "1";

/** Seed of everything random in tests. A full run has a new one each time and prints it, so that you can repeat the run. */
process.env["SEED"] ??= isFull ? String(Date.now() % 1_000_000) : "1";
if (isFull) console.log(`SEED=${process.env["SEED"]}`);

/** Timeout of a test in milliseconds. In a full run, one test may play every case of a contract. */
const patience = isFull ? 300_000 : 180_000;

/** `npm test` runs every behaviour once, `npm run test:all` what that leaves out, and `npm run test:full` everything. */
const tier = isFull ? "full" : process.env["TIER"] === "all" ? "all" : "ordinary";

/** What `npm test` leaves out: programs of others, packed packages, killed processes, and what measures the suite. */
const later = [
  "bench/**/*.test.ts",
  "docs/tests/{examples,frameworks,site}.test.ts",
  "scripts/cli/commands/{hostile-documents,foreign-text}.test.ts",
  "scripts/generate/integration/{foreign-specs,special-names}.test.ts",
  "scripts/repository/{judges,packages}/**/*.test.ts",
  "server/gateway/storage/{overdue-backlog,postgres/failover}.test.ts",
  "server/gateway/tests/{crash-recovery,operations,races,secret-leaks}.test.ts",
  "server/gateway/tests/fault-isolation/*.test.ts",
  "server/gateway/callbacks/dispatcher-{independence,random}.test.ts",
  "server/openapi-validator-engine/comparison/*.test.ts",
];

/** Files with some tests that `npm test` leaves out: see `laterTest`. */
const partlyLater = [
  "server/gateway/tests/browser/*.test.ts",
  "scripts/cli/commands/dev.test.ts",
  "scripts/cli/replay/client-process.test.ts",
  "scripts/generate/integration/generate.test.ts",
  "scripts/import/judged.test.ts",
];

/** Tests of what is stored also run on PostgreSQL in `npm test`. */
const ofStorage = ["server/gateway/storage/**/*.test.ts", "server/gateway/process/start.test.ts"];

/** These also run on PostgreSQL in `npm run test:all`. */
const onEitherStorage = [
  "server/gateway/http/app.test.ts",
  "server/gateway/http/sandbox/clock.test.ts",
  "server/gateway/http/observability/request-ids.test.ts",
  "server/gateway/deploy/watching.test.ts",
  "server/gateway/{domain,callbacks}/**/*.test.ts",
  "server/gateway/tests/{canaries,crash-recovery,races,scenarios}.test.ts",
  "server/gateway/tests/fault-isolation/*.test.ts",
  "scripts/repository/judges/tracing.test.ts",
  ...(isFull ? ["server/gateway/tests/{fuzz,server}.test.ts"] : []),
];

/** The test files of each project by tier. */
const files = {
  sqlite: {
    ordinary: { include: ["**/*.test.ts"], exclude: [...exclude, ...later] },
    all: { include: [...later, ...partlyLater], exclude },
    full: { include: ["**/*.test.ts"], exclude },
  },
  postgresql: {
    ordinary: { include: ofStorage, exclude: [...exclude, ...later] },
    all: {
      include: [...onEitherStorage, ...later.filter((glob) => glob.includes("/storage/"))],
      exclude,
    },
    full: { include: [...ofStorage, ...onEitherStorage], exclude },
  },
};

// Child processes share a compile cache, which halves their start-up time.
const temporary = makeTemporaryFolder();
process.env["TMPDIR"] = temporary;
process.env["NODE_COMPILE_CACHE"] = join(temporary, "compile-cache");
process.env["GENERATED_FIXTURES"] = mkdtempSync(join(temporary, "fixtures-"));
process.on("exit", () => {
  rmSync(temporary, { recursive: true, force: true });
});

/** The slowest test files: those of the lab, and those that wait for a file watcher or a time limit. */
const long =
  /\/(bench\/lab|integration|gateway\/tests|docs\/tests|repository)\/|\/(watch|commands\/dev|targets\/response)\.test\.ts$/;

/**
 * Runs one project after the other, because a worker serves one project and would load all modules again for the next. In
 * each project the slowest files start first, so that no worker is idle at the end.
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
    // The files of a worker share their modules: loading the contracts and TypeSpec takes longer than most tests.
    isolate: false,
    // Node.js runs the tests as it runs the program, without transforming modules. No test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than there are processors, because some test is always waiting for a process, a callback or a timeout.
    maxWorkers: availableParallelism() + 1,
    // Generating or compiling takes seconds on a busy machine. The limit only has to find tests that hang.
    testTimeout: patience,
    hookTimeout: patience,
    // A poll usually succeeds at once. The limit allows for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Tests read what is generated, the specification and the documents without importing them.
    forceRerunTriggers: [
      "**/{vitest.config.ts,package.json}",
      "{generated,spec}/**",
      "docs/**/*.md",
    ],
    // A full run takes long, so each test is reported when it ends.
    ...(isFull && { reporters: ["verbose"] }),
    projects: [
      {
        extends: true,
        test: { name: "sqlite", ...files.sqlite[tier] },
      },
      {
        extends: true,
        test: {
          name: "postgresql",
          ...files.postgresql[tier],
          globalSetup: "server/gateway/testing/postgres.ts",
        },
      },
    ],
  },
});
