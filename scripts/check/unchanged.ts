import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, relative } from "node:path";
import { isObject } from "@contract-toolkit/kernel";
import type { CheckResult } from "./result.ts";

/** Checks that look at the same files, and so are left out together. */
export interface CheckGroup {
  /** What people call it. */
  readonly name: string;
  /** Tells the group from others of the project, with the options that change its results. */
  readonly key: string;
  /** Whether the group looks at a file, by its path from the project's root. */
  readonly reads: (file: string) => boolean;
}

/** What came of a group in which nothing failed, and what it looked at. */
interface Passed {
  readonly digest: string;
  readonly results: readonly CheckResult[];
}

const store = join("node_modules", ".cache", "contract", "check.json");

/** What came of a group when all that it looks at was as it is now; undefined where something failed, or was not. */
export function resultsBefore(
  { key }: CheckGroup,
  digest: string,
): readonly CheckResult[] | undefined {
  const passed = readStore()[key];
  if (passed?.digest !== digest) return undefined;
  return passed.results.map((each) =>
    each.outcome === "passed" ? { ...each, outcome: "unchanged" } : each,
  );
}

/** Notes what came of a group, unless something failed. */
export function noteResults(
  { key }: CheckGroup,
  digest: string,
  results: readonly CheckResult[],
): void {
  if (results.some(({ outcome }) => outcome === "failed")) return;
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify({ ...readStore(), [key]: { digest, results } }, null, 2));
}

/** Digests of what groups look at; undefined where the files of the project are not known. */
export function digests(groups: readonly CheckGroup[]): readonly string[] | undefined {
  const files = projectFiles();
  if (files === undefined) return undefined;
  const hashes = new Map(files.map((file) => [file, hashOf(file)]));
  const tools = toolsDigest();
  return groups.map(({ key, reads }) => {
    const digest = createHash("sha256").update(key).update(tools);
    for (const [file, hash] of hashes) if (reads(file)) digest.update(file).update(hash);
    return digest.digest("hex");
  });
}

/** Files that git knows or would take, by their paths from the working folder. */
function projectFiles(folder = "."): readonly string[] | undefined {
  try {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const options = { cwd: folder, maxBuffer: 2 ** 28, stdio: "pipe", encoding: "utf8" } as const;
    return execFileSync("git", args, options).split("\0").filter(Boolean).sort();
  } catch {
    return undefined;
  }
}

/** What checks, and in which versions; also where a package is no package but a folder of a repository. */
function toolsDigest(): string {
  const digest = createHash("sha256").update(process.version);
  digest.update(hashOf(join("node_modules", ".package-lock.json")));
  for (const name of ["cli", "conformance", "kernel", "typespec"]) {
    const manifest = findPackageJSON(`@contract-toolkit/${name}`, import.meta.url) ?? "";
    const folder = dirname(realpathSync(manifest));
    if (folder.includes("node_modules")) digest.update(hashOf(manifest));
    else for (const file of projectFiles(folder) ?? []) digest.update(hashOf(join(folder, file)));
  }
  return digest.digest("hex");
}

function hashOf(file: string): string {
  try {
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    return "missing";
  }
}

function readStore(): Record<string, Passed | undefined> {
  try {
    const value: unknown = JSON.parse(readFileSync(store, "utf8"));
    return isObject(value) ? (value as Record<string, Passed>) : {};
  } catch {
    return {};
  }
}

/** Whether a file is in a folder or is it, both from the working folder. */
export function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && !path.startsWith("..");
}
