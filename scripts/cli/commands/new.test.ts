import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  return (await printedBy(() => newProject([...args, "--no-install"]), { folder })).text;
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
  const { devDependencies } = JSON.parse(text) as Record<"devDependencies", { node?: string }>;
  expect(devDependencies.node?.split(".")[0]).toBe(version);
});

test("a project inside a git repository makes no repository of its own", async () => {
  gitIn(folder)("init", "--quiet");
  mkdirSync(join(folder, "services"));
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync(join(folder, "services/notes/.git"))).toBe(false);
});

test("a project commits the archives that it is installed from, so that a clone can be installed", async () => {
  const names = [
    "client",
    "skeleton",
    "contract",
    "cli",
    "conformance",
    "typespec",
    "diff",
    "generate",
    "import",
    "mock",
    "proxy",
    "schemas",
    "inspector",
    "reference",
  ];
  const archives = names.map((name) => `contract-toolkit-${name}-0.1.0.tgz`);
  mkdirSync(join(folder, "dist"));
  for (const archive of archives) writeFileSync(join(folder, "dist", archive), archive);
  await made("notes", "--packages", "dist");
  const packages = join(folder, "notes/packages");
  expect(readdirSync(packages)).toEqual(archives.toSorted());
  const manifest = readFileSync(join(folder, "notes/package.json"), "utf8");
  const specifiers = [...manifest.matchAll(/"file:(.*)"/g)].map(([, path]) => path);
  expect(specifiers.toSorted()).toEqual(
    archives.map((archive) => `packages/${archive}`).toSorted(),
  );
  const git = gitIn(join(folder, "notes"));
  expect(git("ls-files", "--others", "--exclude-standard", "packages").split("\n")).toHaveLength(
    archives.length,
  );
});

test.each([
  [["--from", "none.yaml"], "--from none.yaml is no file with an OpenAPI document"],
  [["--from", "notes.txt"], "--from notes.txt is no file with an OpenAPI document"],
  [["--from", "a.yaml", "--no-install"], "--from needs what is installed"],
])("%j is refused before anything is written", async (args, message) => {
  writeFileSync(join(folder, "notes.txt"), "");
  const { status, shown } = await printedBy(() => main(["new", "notes", ...args]), { folder });
  expect([status, shown]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(folder, "notes"))).toBe(false);
});

test("a failed installation leaves the project, and the message says how to go on", async () => {
  replaceNpm("exit 1");
  const {
    status,
    text: printed,
    shown,
  } = await printedBy(() => main(["new", "notes"]), { folder });
  expect(status).toBe(2);
  expect(printed).toBe("Installing dependencies…\n");
  expect(shown).toMatch(
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
