import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { packages } from "../../repository/packages/manifest.ts";
import { archiveName } from "../../repository/packages/testing/installed-packages.ts";
import { main } from "../command-line.ts";
import { gitIn } from "../testing/git.ts";
import { printedBy } from "../testing/printed.ts";
import { newProject } from "./new.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program `npm` first in the PATH. */
function replaceNpm(script: string): void {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", [programs, process.env["PATH"]].join(delimiter));
}

async function made(...args: string[]): Promise<string> {
  return (await printedBy(() => newProject([...args, "--no-install"]), { folder })).stdout;
}

test("a new project is a git repository, and the printed next steps can be pasted", async () => {
  const printed = await made("Anna's notes");
  expect(printed).toContain("\n  cd 'Anna'\\''s notes'\n");
  expect(printed).toContain("\nThen commit the project.");
  const git = gitIn(join(folder, "Anna's notes"));
  expect(git("symbolic-ref", "--short", "HEAD")).toBe("main");
});

test.each([
  ["runs TypeScript", "strip", undefined],
  ["is too old", "undefined", "24"],
])("a project for a Node.js that %s", async (_, prints, version) => {
  const node = join(folder, "node");
  writeFileSync(node, `#!/bin/sh\necho ${prints}\n`, { mode: 0o755 });
  vi.stubEnv("npm_node_execpath", node);
  await made("notes");
  const text = readFileSync(join(folder, "notes/package.json"), "utf8");
  const { engines, devDependencies } = JSON.parse(text) as {
    engines?: object;
    devDependencies: { node?: string };
  };
  expect(devDependencies.node?.split(".")[0]).toBe(version);
  expect(engines).toEqual(version === undefined ? { node: ">=22.18" } : undefined);
});

test("a project inside a git repository makes no repository of its own", async () => {
  gitIn(folder)("init", "--quiet");
  mkdirSync(join(folder, "services"));
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync(join(folder, "services/notes/.git"))).toBe(false);
});

test("a project commits the archives that it is installed from, with those that they depend on", async () => {
  const manifests = new Map(
    packages.map(({ manifest }) => [`packages/${archiveName(manifest.name)}`, manifest]),
  );
  mkdirSync(join(folder, "dist"));
  for (const path of manifests.keys()) writeFileSync(join(folder, "dist", basename(path)), path);
  await made("notes", "--packages", "dist");
  const text = readFileSync(join(folder, "notes/package.json"), "utf8");
  const used = [...text.matchAll(/"file:(.*)"/g)].map(([, path = ""]) => path).sort();
  const committed = gitIn(join(folder, "notes"))(
    "ls-files",
    "--others",
    "--exclude-standard",
    "packages",
  );
  expect(committed.split("\n")).toEqual(used);
  const names = used.map((path) => manifests.get(path)?.name);
  const needed = used.flatMap((path) => Object.keys(manifests.get(path)?.dependencies ?? {}));
  const own = new Set([...manifests.values()].map(({ name }) => name));
  expect(needed.filter((name) => own.has(name) && !names.includes(name))).toEqual([]);
  expect(names).toContain("@contract-toolkit/cli");
});

test.each([
  [["--from", "none.yaml"], "--from none.yaml is no file with an OpenAPI document"],
  [["--from", "notes.txt"], "--from notes.txt is no file with an OpenAPI document"],
  [["--from", "a.yaml", "--no-install"], "--from needs what is installed"],
])("%j is refused before anything is written", async (args, message) => {
  writeFileSync(join(folder, "notes.txt"), "");
  const { status, stderr } = await printedBy(() => main(["new", "notes", ...args]), {
    folder,
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(folder, "notes"))).toBe(false);
});

test("a failed installation leaves the project, and the message says how to go on", async () => {
  replaceNpm("exit 1");
  const {
    status,
    stdout: printed,
    stderr,
  } = await printedBy(() => main(["new", "notes"]), { folder });
  expect(status).toBe(2);
  expect(printed).toBe("Installing dependencies…\n");
  expect(stderr).toMatch(
    /^"npm install .*" failed in .*\n.*notes\. Run there: npm install && npm run/,
  );
  expect(existsSync(join(folder, "notes/package.json"))).toBe(true);
});

test("an interrupted installation leaves the project, and the message says how to go on", async () => {
  replaceNpm("exec sleep 2");
  const command = [resolve("scripts/cli/contract.ts"), "new", "notes"];
  const child = spawn(process.execPath, command, { cwd: folder });
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  child.kill("SIGINT");
  const errors = await text(child.stderr);
  expect(String(first)).toBe("Installing dependencies…\n");
  expect(errors).toMatch(/^The installation was interrupted\.\n.*notes\. Run there: npm install/);
  expect(existsSync(join(folder, "notes/package.json"))).toBe(true);
});
