import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeFolder } from "@contract-toolkit/generate/generated-files/write";
import { compileSpec } from "../../generate/compile.ts";
import { generateFrom } from "../../generate/index.ts";
import { readServices } from "../../generate/service-model/read-services.ts";
import { gitIn } from "../testing/git.ts";
import { printedBy } from "../testing/printed.ts";
import { check } from "./check.ts";

const root = resolve(import.meta.dirname, "../../..");
const library = join(root, "spec/library");

/** A small project that has the lint rules of this repository. */
const files = {
  "tspconfig.yaml": `linter:\n  extends:\n    - ${library}/index.js/all\n`,
  "main.tsp": `import "@typespec/http";
using Http;

@service
namespace Clocks;

/** Tells the time. */
@opExample(#{ returnType: #{ now: 5 } }, #{ title: "now", description: "Now." })
@get
op readClock(): {
  /** Seconds since the start. */
  now: int32;
};
`,
  "requirements/clock.yaml": `clock:
  title: Clock
  rows:
    now: { says: The time., at: readClock 200 body.now, type: integer }
`,
};

const main = files["main.tsp"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-"));
  await mkdir(join(folder, "spec/requirements"), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Checks the project with some changed files, and returns the status and the output. */
async function checked(
  changed: Readonly<Record<string, string>> = {},
  { isGenerated = true } = {},
) {
  for (const [name, text] of Object.entries({ ...files, ...changed }))
    await writeFile(join(folder, "spec", name), text);
  const entry = join(folder, "spec/main.tsp");
  const out = join(folder, "generated");
  if (isGenerated) {
    const spec = await compileSpec(entry);
    const { files: generated } = await generateFrom(spec, await readServices(spec));
    await writeFolder(out, generated);
  }
  return printedBy(() => check([entry, "--out", out, "--spec-only"]), { isTerminal: true });
}

test("a project passes if it keeps its rules and shows its requirements", async () => {
  const { status, stdout: printed, stderr: shown } = await checked();
  expect(shown).toContain("checking specification");
  expect(printed).not.toMatch(/^failed/m);
  expect(printed).toContain("passed lint rules");
  expect(printed).toContain("passed every requirement");
  expect(status).toBe(0);
});

test("a check of sources without its tool is skipped and reported", async () => {
  const entry = join(folder, "spec/main.tsp");
  await checked();
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/a.ts"), "export const a = /-+$/;\n");
  const run = () => check([entry, "--without", "replay", "--github"]);
  const { status, stdout: printed } = await printedBy(run, { folder });
  expect(printed).toMatch(/^::error file=src\/a\.ts,line=1,col=18,title=expressions in src/m);
  expect(printed).toMatch(/^changes +left out +This is not a git repository/m);
  expect(printed).toMatch(/^replay +left out +--without$/m);
  expect(printed).toMatch(
    /^skipped sources typecheck\n {2}This project does not depend on typescript,/m,
  );
  expect(printed).toMatch(/^failed expressions in src take linear time\n {2}src\/a\.ts:1:18 /m);
  expect(status).toBe(1);
});

test("a branch is compared by its specification, not by stale generated files, which are one annotation", async () => {
  await checked();
  const git = gitIn(folder);
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "spec", "generated");
  git("commit", "--quiet", "--message", "a");
  git("switch", "--quiet", "--create", "branch");
  const entry = join(folder, "spec/main.tsp");
  await writeFile(
    entry,
    main.replace("  now: int32;", "  now: string;").replace("now: 5", 'now: "5"'),
  );
  const without = ["sources", "replay"].flatMap((group) => ["--without", group]);
  const run = () => check([entry, ...without, "--github"]);
  const { stdout: printed } = await printedBy(run, { folder });
  expect(printed).toMatch(/^failed changes of the contract[^]*\[type-changed\]/m);
  expect(printed).toMatch(/^ +changed +\S+clocks\/openapi\.json\n[^]*Run: npx contract generate$/m);
  await writeFile(entry, "op readClock(): Tiem;\n");
  const broken = await printedBy(() => check([entry, ...without]), { folder });
  expect(broken.stdout).toMatch(/^changes +left out +The specification does not compile/m);
  expect(printed.match(/^::error .*title=generated files are up to date.*$/gm)).toHaveLength(1);
});

test("a specification that does not compile is status 2, and the JSON has the place of the fault", async () => {
  await writeFile(join(folder, "spec/main.tsp"), "op readClock(): Tiem;\n");
  vi.stubEnv("GITHUB_ACTIONS", "true");
  const args = [join(folder, "spec/main.tsp"), "--spec-only", "--json"];
  const { status, stdout: text } = await printedBy(() => check(args));
  expect(status).toBe(2);
  const written: unknown = JSON.parse(text);
  expect(written).toMatchObject({
    passed: false,
    groups: [
      {
        group: "specification",
        outcome: "failed",
        why: "could not be checked",
        checks: [
          { outcome: "failed", lines: [expect.stringMatching(/main\.tsp:1:17 - error/) as string] },
        ],
      },
      { group: "sources", outcome: "left out", why: "--spec-only", checks: [] },
      { group: "changes", outcome: "left out" },
      { group: "replay", outcome: "left out" },
    ],
  });
});

test("an unknown group is refused", async () => {
  await expect(check(["--without", "replays"])).rejects.toThrow('check has no group "replays"');
});

const withPatternAndUnion = main
  .replace("  now: int32;", "  now: int32;\n\n  name?: Name;\n  tree?: Tree;")
  .concat(
    '\n@pattern("-+$")\nscalar Name extends string;\nunion Tree {\n  pair: Pair,\n  fork: Fork,\n}\n',
    "model Pair {\n  next?: Tree;\n}\nmodel Fork {\n  next?: Tree;\n}\n",
  );

test.each<[name: string, changed: Readonly<Record<string, string>>, expected: RegExp[]]>([
  [
    "a broken lint rule",
    { "main.tsp": main.replace("/** Tells the time. */", "") },
    [/failed lint rules.*\n.*spec\/main\.tsp:10:4 - warning .*\/documented: Operation 'readClock'/],
  ],
  [
    "a requirement without a sample",
    { "main.tsp": main.replace(/@opExample.*\n/, "") },
    [/spec\/requirements\/clock\.yaml:4 clock\.now: no sample/],
  ],
  [
    "a pattern that takes more than linear time, and a union whose validation takes exponential time",
    { "main.tsp": withPatternAndUnion },
    [
      /failed patterns of the spec.*\n.*spec\/main\.tsp:18:1 - error \S+super-linear-pattern: "-\+\$" may take more than linear time: one text has .*, as with ".*\.repeat\(.*\n {2}Begin the expression with \^/,
      /failed expressions of the generated.*\n.*validators\.js:\d+:\d+ \/-\+\$\/u/,
      /failed recursive unions.*\n.*spec\/main\.tsp:20:7 - error \S+exponential-union: .*\n {2}Give the union the decorator @discriminated/,
    ],
  ],
  [
    "a sample that violates its own schema",
    { "main.tsp": main.replace("  now: int32;", "  @maxValue(4) now: int32;") },
    [
      /failed samples fit their schemas/,
      /main\.tsp:8:30 - error \S+invalid-sample: Sample "now" of readClock: \/body\/now/,
    ],
  ],
])("%s fails with file and line", async (_, changed, expected) => {
  const { status, stdout: printed } = await checked(changed, { isGenerated: false });
  for (const expectedValue of expected) expect(printed).toMatch(expectedValue);
  expect(status).toBe(1);
});

test("a requirement that scenarios must show passes if a step shows it", async () => {
  const scenarios = join(folder, "spec/clocks/scenarios");
  await mkdir(scenarios, { recursive: true });
  const step =
    "{ call: readClock, request: {}, status: 200, equal: { /body/now: 2 }, shows: [time.later] }";
  await writeFile(join(scenarios, "later.yaml"), `why: It is late.\nsteps:\n  - ${step}\n`);
  const { status, stdout: printed } = await checked({
    "requirements/time.yaml": `time:
  title: Time goes on
  shownBy: scenarios
  rows:
    later: { says: Asked again it is later., at: readClock, section: Clock }
`,
  });
  expect(printed).not.toMatch(/^failed/m);
  expect(status).toBe(0);
  expect(await readFile(join(folder, "generated/coverage.md"), "utf8")).toContain(
    "| Clock | spec/main.tsp:10 | spec/clocks/scenarios/later.yaml:3 |\n",
  );
});
