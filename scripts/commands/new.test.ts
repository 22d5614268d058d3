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
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gitIn } from "../testing/git.ts";
import { printedBy } from "../testing/printed.ts";
import { newProject } from "./new.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

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

test("a project inside a git repository makes no repository of its own", async () => {
  gitIn(folder)("init", "--quiet");
  mkdirSync(join(folder, "services"));
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync(join(folder, "services/notes/.git"))).toBe(false);
});

test("a project commits the archives that it is installed from, so that a clone can be installed", async () => {
  const names = ["client", "server", "kernel", "cli", "conformance", "typespec"];
  const archives = names.map((name) => `contract-toolkit-${name}-0.1.0.tgz`);
  mkdirSync(join(folder, "dist"));
  for (const archive of archives) writeFileSync(join(folder, "dist", archive), archive);
  await made("notes", "--packages", "dist");
  const packages = join(folder, "notes/packages");
  expect(readdirSync(packages)).toEqual(archives.toSorted());
  const manifest = readFileSync(join(folder, "notes/package.json"), "utf8");
  const specifiers = [...manifest.matchAll(/"file:(.*)"/g)].map(([, path]) => path);
  expect(specifiers.toSorted()).toEqual(archives.map((each) => `packages/${each}`).toSorted());
  const git = gitIn(join(folder, "notes"));
  expect(git("ls-files", "--others", "--exclude-standard", "packages").split("\n")).toHaveLength(6);
});
