import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newProject } from "./new.ts";

const started = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-"));
  process.chdir(folder);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(started);
  rmSync(folder, { recursive: true, force: true });
});

async function made(name: string): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await newProject([name, "--no-install"]);
  return write.mock.calls.flat().join("");
}

test("a project is a git repository, and the next steps can be pasted", async () => {
  const printed = await made("Anna's notes");
  expect(printed).toContain("\n  cd 'Anna'\\''s notes'\n");
  const branch = ["symbolic-ref", "--short", "HEAD"];
  const cwd = join(folder, "Anna's notes");
  expect(execFileSync("git", branch, { cwd, encoding: "utf8" })).toBe("main\n");
});

test("in a git repository it is a part of that", async () => {
  execFileSync("git", ["init", "--quiet"]);
  mkdirSync("services");
  expect(await made("services/notes")).toContain("\n  cd services/notes\n");
  expect(existsSync("services/notes/.git")).toBe(false);
});
