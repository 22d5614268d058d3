import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import { describe, expect, test } from "vitest";
import { typecheck } from "../../conformance/testing/compile.ts";
import { generateInto, librarySpec } from "../../conformance/testing/generated.ts";
import { createGatewayReference } from "../../server/gateway/http/reference-pages.ts";
import { operationsIn } from "../../server/api-reference/served-document.ts";
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

test("documents name files that exist, and their maps name folders", async () => {
  const { stdout } = await promisify(execFile)("git", ["ls-files"], { cwd: root });
  const tracked = stdout.split("\n");
  const exists = (name: string) =>
    tracked.some((file) => file === name || file.endsWith(`/${name}`));
  // Templates name what a new project has.
  const pages = tracked.filter((file) => file.endsWith(".md") && !/^generated|template/.test(file));
  for (const page of pages) {
    const text = await readFile(resolve(root, page), "utf8");
    const named = text.matchAll(/`(\w[\w-]*(?:\/[\w.-]+)+\.(?:tsp?|js|ya?ml|json|md|sql))`/g);
    const [folders = ""] = /^\| Folder .*(?:\n\|.*)*/m.exec(text) ?? [];
    const mapped = folders.matchAll(/(?<=^\|[^|]*)`(\w[\w/-]*)`/gm);
    const isFolder = (name: string) =>
      [join(dirname(page), name), name].some((at) => stdout.includes(`\n${at}/`));
    const missing = [
      ...[...named].filter(([, name = ""]) => !exists(name)),
      ...[...mapped].filter(([, name = ""]) => !isFolder(name)),
    ].map(([name]) => name);
    expect(missing, page).toEqual([]);
  }
});

const reference = await createGatewayReference(true, "http://127.0.0.1:3000");

test.each([
  ["gateway", 'import { createClient } from "payment-gateway-client";'],
  ["sandbox", 'import { createContractClient } from "@contract-toolkit/client";'],
])("the client's code in the reference of %s compiles", (name, start) => {
  const document = JSON.parse(reference.get(`${name}.json`)?.text ?? "") as OpenApiDocument;
  const codes = operationsIn({ ...document, webhooks: {} }).map((operation) => {
    const [code = { source: "" }] = operation["x-codeSamples"] as { source: string }[];
    return [`${operation.operationId}.ts`, `${code.source}\ndeclare const token: string;`];
  });
  for (const [, code] of codes) expect(code?.startsWith(start)).toBe(true);
  expect(typecheck(Object.fromEntries(codes) as Record<string, string>)).toEqual([]);
});
