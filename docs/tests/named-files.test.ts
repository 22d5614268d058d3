import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

test("documents name files that exist", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const exists = (name: string) =>
    tracked.some((file) => file === name || file.endsWith(`/${name}`));
  // Templates name what a new project has.
  const pages = tracked.filter((file) => file.endsWith(".md") && !/^generated|template/.test(file));
  const stale = pages.flatMap((page) => {
    const named = readFileSync(join(root, page), "utf8").matchAll(
      /`(\w[\w-]*(?:\/[\w.-]+)+\.(?:tsp?|js|ya?ml|json|md|sql))`/g,
    );
    return [...named].flatMap(([, name = ""]) => (exists(name) ? [] : [`${page}: ${name}`]));
  });
  expect(stale).toEqual([]);
});
