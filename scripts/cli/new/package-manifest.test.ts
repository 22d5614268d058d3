import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  packages,
  publishedManifest,
  readPackageManifest,
} from "../../repository/packages/manifest.ts";
import { packageManifest, testedVersions, toolkitPackages } from "./package-manifest.ts";

const { dependencies, devDependencies, overrides } = readPackageManifest("");

test("a new project has the versions of this repository", async () => {
  const text = packageManifest("notes", await toolkitPackages(undefined), true);
  const made = JSON.parse(text) as Record<"dependencies" | "devDependencies" | "overrides", object>;
  expect(text).toContain('"replay": "node server/main.ts"');
  expect(made.dependencies).toMatchObject({ express: dependencies?.["express"] });
  expect(made.devDependencies).toMatchObject({
    "@typespec/compiler": devDependencies?.["@typespec/compiler"],
    node: devDependencies?.["node"],
    typescript: devDependencies?.["typescript-7"]?.replace(/.*@/, ""),
  });
  // Its next version wants another version of the compiler.
  const assetEmitter = "@typespec/asset-emitter";
  expect(made.overrides).toEqual({ [assetEmitter]: overrides?.[assetEmitter] });
  expect(made.devDependencies).not.toHaveProperty(assetEmitter);
  expect(made.devDependencies).not.toHaveProperty("@typespec/xml");
});

test("a project has the libraries that its specification imports", async () => {
  const { tools } = await toolkitPackages(undefined, ["@typespec/xml", "other", "@typespec/http"]);
  expect(tools).toMatchObject({ "@typespec/xml": devDependencies?.["@typespec/xml"], other: "*" });
});

test("a project that is made with a Node.js for TypeScript installs none", async () => {
  const text = packageManifest("notes", await toolkitPackages(undefined), false);
  const { engines, devDependencies } = JSON.parse(text) as Record<string, object>;
  expect(engines).toEqual({ node: ">=22.18" });
  expect(devDependencies).not.toHaveProperty("node");
});

test("a project of archives has all packages of this repository that its own depend on", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "archives-"));
  const manifests = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));
  for (const { name, version } of manifests.values()) {
    const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    await writeFile(join(folder.path, file), "");
  }
  const { own, tools } = await toolkitPackages(folder.path);
  const named = Object.keys({ ...own, ...tools }).filter((name) => manifests.has(name));
  const needed = named.flatMap((name) => Object.keys(manifests.get(name)?.dependencies ?? {}));
  expect(needed.filter((name) => manifests.has(name) && !named.includes(name))).toEqual([]);
});

test.each(["scripts/cli", "scripts/create"])(
  "the manifest of %s carries these versions",
  (folder) => {
    expect(publishedManifest(readPackageManifest(folder), folder)).toMatchObject({
      testedWith: { express: dependencies?.["express"], oxfmt: devDependencies?.["oxfmt"] },
    });
  },
);

test("a package without a version in this repository is refused", () => {
  expect(() => testedVersions(["nothing"], {})).toThrow("package.json has no nothing.");
});
