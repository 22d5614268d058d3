import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { replay } from "../../../../scripts/commands/replay.ts";
import { UsageError } from "../../../../scripts/usage-error.ts";
import { checkReplay } from "../../../../scripts/check/replay.ts";
import type { CheckResult } from "../../../../scripts/check/result.ts";
import { readSettings, type ServerOf } from "../../../../scripts/check/settings.ts";

/** Small, and no server of the project serves it. */
const contract = "generated/merchant";
const started = process.cwd();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "check-replay-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  cpSync(contract, join(folder, "generated/items"), { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function checked(serverOf: ServerOf): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await checkReplay(join(folder, "generated"), serverOf, (result) => results.push(result));
  return results;
}

test("of what others serve, a sample that its mock does not keep is told with its place", async () => {
  const file = join(folder, "generated/items/samples.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/"status": ?204/, '"status": 299'));
  const results = await checked(() => "exit 3").finally(() => {
    writeFileSync(file, text);
  });
  expect(results).toEqual([
    {
      check: "samples of items pass on a mock of it",
      outcome: "failed",
      lines: expect.arrayContaining([
        expect.stringMatching(/^spec\/\S+\.tsp:\d+:\d+ failed \w+\/\S+$/),
      ]) as string[],
    },
  ]);
});

test("where the server fails, what it wrote to standard error is told, too", async () => {
  rmSync(join(folder, "generated/items/events.ts"), { force: true });
  const server = join(folder, "failing.js");
  writeFileSync(
    server,
    `import { createServer } from "node:http";
createServer(({ method, url }, response) => {
  console.error(method + " " + url + ": the disk is full");
  response.writeHead(500).end();
}).listen(process.env.PORT, process.env.HOST);`,
  );
  const [result] = await checked(() => `node ${server}`);
  expect(result?.outcome).toBe("failed");
  expect(result?.lines.join("\n")).toMatch(
    /The server.s last output.*\n[^]*POST \/\S+: the disk is full/,
  );
});

test("a server that ends at once is told with what it said", async () => {
  rmSync(join(folder, "generated/items/events.ts"), { force: true });
  const serverOf = (name: string) => `echo ${name} has no port $PORT; exit 3`;
  await expect(checked(serverOf)).rejects.toThrow(
    /^"echo items .*" ended with status 3 before .*\. It printed:\nitems has no port \d+$/,
  );
});

describe("a replay that starts its server", () => {
  test("tells it where to listen, gives it a folder, and stops it and what it has started", async () => {
    vi.stubEnv("PORT", "1");
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const notes = join(folder, "notes.txt");
    const mock = `node scripts/contract.ts mock ${contract} --port $PORT`;
    const start = `echo $DATA_DIR $PORT > ${notes}; ${mock} & wait`;
    const args = [contract, "--start", start, "--stateless", "--samples", "--json"];
    expect(await replay(args)).toBe(0);
    const report: unknown = JSON.parse(String(write.mock.calls.at(-1)?.[0]));
    const cases = (report as { cases: { kind: string }[] }).cases;
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(["sample"]));
    const [data = "", port = ""] = readFileSync(notes, "utf8").trim().split(" ");
    expect(existsSync(data)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  });
});

describe("the settings", () => {
  beforeEach(() => {
    process.chdir(folder);
  });

  afterEach(() => {
    process.chdir(started);
  });

  test.each([
    [undefined, undefined],
    ["node a.ts", "node a.ts"],
    [{ items: "node a.ts" }, "node a.ts"],
    [{ others: "node a.ts" }, undefined],
  ])("%j name the server of a contract", (setting, command) => {
    writeFileSync("package.json", JSON.stringify({ contract: { check: { replay: setting } } }));
    expect(readSettings()("items")).toBe(command);
  });

  test("that are none are a mistake", () => {
    writeFileSync("package.json", '{ "contract": { "check": { "replay": ["node a.ts"] } } }');
    expect(readSettings).toThrow(UsageError);
  });
});
