import { expect, test } from "vitest";
import { publishedManifest, readPackageManifest } from "../../repository/packages/manifest.ts";
import { packageManifest, testedVersions, toolkitPackages } from "./package-manifest.ts";

const { dependencies, devDependencies, overrides } = readPackageManifest("");

test("a new project has the versions of this repository", () => {
  const text = packageManifest("notes", toolkitPackages(undefined), true);
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

test("a project has the libraries that its specification imports", () => {
  const { tools } = toolkitPackages(undefined, ["@typespec/xml", "other", "@typespec/http"]);
  expect(tools).toMatchObject({ "@typespec/xml": devDependencies?.["@typespec/xml"], other: "*" });
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
