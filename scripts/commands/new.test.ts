import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
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

async function made(name: string): Promise<string> {
  return (await printedBy(() => newProject([name, "--no-install"]), { folder })).text;
}

test("a new project is a git repository, and the printed next steps can be pasted", async () => {
  const printed = await made("Anna's notes");
  expect(printed).toContain("\n  cd 'Anna'\\''s notes'\n");
  const git = gitIn(join(folder, "Anna's notes"));
  expect(git("symbolic-ref", "--short", "HEAD")).toBe("main");
});

test("a project inside a git repository makes no repository of its own", async () => {
  gitIn(folder)("init", "--quiet");
  mkdirSync(join(folder, "services"));
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync(join(folder, "services/notes/.git"))).toBe(false);
});
