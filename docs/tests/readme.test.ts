import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { typecheck } from "../../conformance/testing/compile.ts";
import { generateInto, librarySpec } from "../../conformance/testing/generated.ts";
import { full } from "../../server/gateway/testing/long-test.ts";
import { blocksOf } from "./readme.ts";

const root = resolve(import.meta.dirname, "../..");

describe("the README", () => {
  test("has snippets that compile, as have those of the client and the skeleton", async () => {
    const { folder } = await generateInto(librarySpec);
    const own = await blocksOf("README.md", "ts");
    const ofClient = await blocksOf("client/README.md", "ts");
    const ofSkeleton = await blocksOf("server/skeleton/README.md", "ts");
    expect(Math.min(...[own, ofClient, ofSkeleton].map(({ length }) => length))).toBeGreaterThan(1);
    const library = ofSkeleton.map((text) => text.replaceAll("./generated/", `${folder}/`));
    const files = [...own, ...ofClient, ...library].map((text, index) => [
      `snippet-${index}.ts`,
      text,
    ]);
    expect(typecheck(Object.fromEntries(files) as Record<string, string>)).toEqual([]);
  });

  // npm asks the registry, which takes seconds.
  test.runIf(full)("needs a Node.js that all installed packages support", async () => {
    const { engines, devDependencies } = JSON.parse(
      await readFile(resolve(root, "package.json"), "utf8"),
    ) as { engines: { node: string }; devDependencies: { node: string } };
    expect(engines.node).toBe(">=20");
    expect(process.version).toBe(`v${devDependencies.node}`);
    const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const env = { ...process.env, PATH: path };
    const { stderr } = await promisify(execFile)("npm", ["ci", "--dry-run"], { cwd: root, env });
    expect(stderr).not.toContain("EBADENGINE");
  });
});
