import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
  const branch = ["symbolic-ref", "--short", "HEAD"];
  const cwd = join(folder, "Anna's notes");
  expect(execFileSync("git", branch, { cwd, encoding: "utf8" })).toBe("main\n");
});

test("a project inside a git repository makes no repository of its own", async () => {
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  mkdirSync(join(folder, "services"));
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync(join(folder, "services/notes/.git"))).toBe(false);
});
