import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { replay } from "./replay.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { checkReplay } from "../check/replay.ts";
import type { CheckResult } from "../check/result.ts";
import { readReplaySettings, type ServerOf } from "../check/settings.ts";
import { folderWith } from "../testing/folder.ts";
import { printedBy } from "../testing/printed.ts";

/** A small contract that no server of the project serves. */
const contract = "generated/merchant";
const started = process.cwd();
const project = await folderWith({ "package.json": { type: "module" } });
const folder = project.path;
symlinkSync(resolve("node_modules"), project.of("node_modules"));
cpSync(contract, project.of("generated/items"), { recursive: true });

afterAll(() => project.remove());

afterEach(() => {
  vi.unstubAllEnvs();
});

async function checked(serverOf: ServerOf): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await checkReplay(join(folder, "generated"), serverOf, (result) => results.push(result));
  return results;
}

test("a sample that fails on a mock is reported with its position", async () => {
  const file = join(folder, "generated/items/samples.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/"status": ?204/, '"status": 299'));
  const results = await checked(() => ({ command: "exit 3" })).finally(() => {
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

test("the output of a failing server is reported", async () => {
  rmSync(join(folder, "generated/items/events.ts"), { force: true });
  const server = join(folder, "failing.js");
  writeFileSync(
    server,
    `import { createServer } from "node:http";
createServer(({ method, url }, response) => {
  console.error(method + " " + url + ": the disk is full");
  console.log("no handler");
  response.writeHead(500).end();
}).listen(process.env.PORT, process.env.HOST);`,
  );
  const [result] = await checked(() => ({ command: `node ${server}` }));
  expect(result?.outcome).toBe("failed");
  expect(result?.lines.join("\n")).toMatch(
    /last output on standard error:\n[^]*POST \/\S+: the disk is full[^]*last output on standard output:\n.*no handler/,
  );
});

test("a server that ends at once is reported with its output", async () => {
  rmSync(join(folder, "generated/items/events.ts"), { force: true });
  const serverOf = (name: string) => ({ command: `echo ${name} has no port $PORT; exit 3` });
  await expect(checked(serverOf)).rejects.toThrow(
    /^"echo items .*" ended with status 3 before .*\. It printed:\nitems has no port \d+$/,
  );
});

describe("a replay that starts its server", () => {
  test("sets the port and the data folder of the server, and stops it with its child processes", async () => {
    vi.stubEnv("PORT", "1");
    const notes = join(folder, "notes.txt");
    const mock = `node scripts/cli/contract.ts mock ${contract} --port $PORT`;
    const start = `echo $DATA_DIR $PORT > ${notes}; ${mock} & wait`;
    const args = [contract, "--start", start, "--stateless", "--samples", "--json"];
    const { status, stdout } = await printedBy(() => replay(args));
    expect(status).toBe(0);
    const { cases } = JSON.parse(stdout) as { cases: { kind: string }[] };
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(["sample"]));
    const [data = "", port = ""] = readFileSync(notes, "utf8").trim().split(" ");
    expect(existsSync(data)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  });
});

describe("a server below a prefix", () => {
  test("is tested with a base path, and without one the report asks for it", async () => {
    rmSync(join(folder, "generated/items/events.ts"), { force: true });
    const server = join(folder, "prefix.js");
    writeFileSync(
      server,
      `import { createServer } from "node:http";
createServer(({ url }, response) => {
  response.writeHead(url.startsWith("/api/v1/") ? 500 : 404).end();
}).listen(process.env.PORT, process.env.HOST);`,
    );
    const command = `node ${server}`;
    const [below] = await checked(() => ({ command, basePath: "/api/v1" }));
    expect(below?.lines.join("\n")).toMatch(/found 500\n {2}and \d+ more with the same finding$/m);
    const args = [join(folder, "generated/items"), "--start", command, "--stateless", "--samples"];
    const { status, stdout } = await printedBy(() => replay(args));
    expect([status, stdout]).toEqual([1, expect.stringContaining("Give --base-path")]);
  });

  test.each([
    [["--start", "node a.ts", "--base-path", "api"], "is not a path"],
    [["--start", "node a.ts", "--base-path", "//host"], "is not a path"],
    [["--server", "http://localhost", "--base-path", "/api"], "belongs to --start"],
  ])("%j is refused", async (args, message) => {
    await expect(replay([contract, ...args])).rejects.toThrow(message);
  });
});

describe("the settings", () => {
  const below = { command: "node a.ts", basePath: "/api/v1" };

  beforeEach(() => {
    process.chdir(folder);
  });

  afterEach(() => {
    process.chdir(started);
  });

  test.each([
    [undefined, undefined],
    ["node a.ts", { command: "node a.ts" }],
    [below, below],
    [{ items: "node a.ts" }, { command: "node a.ts" }],
    [{ items: below }, below],
    [{ others: "node a.ts" }, undefined],
  ])("%j: the server of a contract is read", (setting, server) => {
    writeFileSync("package.json", JSON.stringify({ contract: { check: { replay: setting } } }));
    expect(readReplaySettings()("items")).toEqual(server);
  });

  test.each([
    [["node a.ts"]],
    [{ command: "node a.ts", basePath: 1 }],
    [{ items: { basePath: "/a" } }],
  ])("%j is refused", (setting) => {
    writeFileSync("package.json", JSON.stringify({ contract: { check: { replay: setting } } }));
    expect(readReplaySettings).toThrow(UsageError);
  });
});
