import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentOf } from "../../diff/testing/documents.ts";
import { gitIn } from "../testing/git.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { findBase } from "./comparison-base.ts";
import { checkChanges } from "./breaking-changes.ts";

const started = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "changes-"));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(started);
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]) => gitIn(folder)(...args);

function write(maximum: number, version = "1.0.0"): void {
  const schema = { type: "integer", maximum };
  const document = documentOf({ parameters: [{ name: "limit", in: "query", schema }] });
  const info = { title: "Items", version };
  mkdirSync("generated/items", { recursive: true });
  writeFileSync("generated/items/openapi.json", JSON.stringify({ ...document, info }));
}

function commit(): string {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "a");
  return git("rev-parse", "HEAD");
}

function repository(): string {
  git("init", "--quiet", "--initial-branch", "main");
  write(50);
  return commit();
}

const find = (named?: string) => findBase(named, "generated");

const changes = async (named?: string) => checkChanges(await find(named), "generated");

test("a branch is compared with the commit where it left the main branch", async () => {
  const base = repository();
  git("switch", "--quiet", "--create", "branch");
  expect(await changes()).toMatchObject({ outcome: "skipped" });
  write(60, "1.1.0");
  commit();
  expect(await find()).toEqual({ commit: base });
  expect(await changes()).toMatchObject({
    outcome: "passed",
    lines: [expect.stringMatching(/^1 change from/) as string],
  });
});

test("a break fails with a message that shows it, and with the version that it needs", async () => {
  repository();
  git("switch", "--quiet", "--create", "branch");
  write(40);
  const { outcome, lines } = await changes();
  expect(outcome).toBe("failed");
  expect(lines.join("\n")).toMatch(
    /^error \w+\/request\/query\/limit the maximum decreased from 50 to 40 \[maximum-decreased\]\n {2}for example \{/,
  );
  expect(lines.join("\n")).toContain("[version-too-low]");
  expect(lines.at(-1)).toContain("1 breaking, ");
});

test("on the main branch, uncommitted changes are compared with the last commit", async () => {
  const base = repository();
  write(40);
  expect(await find()).toEqual({ commit: base });
  expect(await changes()).toMatchObject({ outcome: "failed" });
  commit();
  expect(await find()).toEqual({ none: expect.stringContaining("--base HEAD~1") as string });
  expect(await find("HEAD~1")).toEqual({ commit: base });
});

test.each([
  ["no repository", () => undefined, undefined, "not a git repository"],
  [
    "no main branch",
    () => {
      git("init", "--quiet", "--initial-branch", "other");
      commit();
    },
    undefined,
    "no main branch",
  ],
  [
    "no commit",
    () => git("init", "--quiet", "--initial-branch", "main"),
    undefined,
    "There is no commit yet. Commit the contract first.",
  ],
  ["a branch that is new to the server", repository, "0".repeat(40), "branch is new"],
  ["a commit that is gone", repository, "1".repeat(40), "has no commit 1111"],
  [
    "a base without a contract",
    () => {
      git("init", "--quiet", "--initial-branch", "main");
      commit();
      write(50);
    },
    undefined,
    "has no generated",
  ],
  [
    "nothing generated",
    () => {
      repository();
      rmSync("generated", { recursive: true });
    },
    undefined,
    "The folder generated does not exist.",
  ],
])("with %s, the check is skipped with the reason", async (_, make, named, why) => {
  make();
  expect(await changes(named)).toMatchObject({
    outcome: "skipped",
    lines: [expect.stringContaining(why) as string],
  });
});

test("in a shallow clone, the message says how to fetch the history", async () => {
  repository();
  git("switch", "--quiet", "--create", "branch");
  commit();
  git("switch", "--quiet", "main");
  git("clone", "--quiet", "--depth", "1", "--branch", "branch", `file://${folder}`, "clone");
  process.chdir("clone");
  expect(await find()).toEqual({ none: expect.stringContaining("fetch-depth: 0") as string });
  expect(await find("HEAD~1")).toEqual({ none: expect.stringContaining("shallow") as string });
});

test("an impossible revision and an invalid list of accepted breaks are refused", async () => {
  repository();
  await expect(find("mian")).rejects.toThrow(UsageError);
  write(40);
  writeFileSync("accepted-breaks.json", "{}");
  await expect(changes()).rejects.toThrow("accepted-breaks.json is not a list");
});
