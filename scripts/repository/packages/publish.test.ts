import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { packages } from "./manifest.ts";
import { dependenciesFirst, publishPackages, releaseFaults } from "./publish.ts";
import { buildPackages } from "./build.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { fixtureFolder } from "../../../server/skeleton/testing/fixture-folder.ts";
import { archiveName } from "./testing/installed-packages.ts";
import { run } from "./testing/run.ts";

const changelog = "# Changelog\n\n## 0.1.0\n\n- Something.\n";

test("one version, with a chapter of the changelog, can be released", () => {
  expect(releaseFaults("v0.1.0", changelog, "owner/name")).toEqual([]);
});

test.each<[string, Parameters<typeof releaseFaults>, string]>([
  ["another version", ["v0.2.0", changelog, "owner/name"], "are not 0.2.0"],
  ["no chapter", ["v0.1.0", "## Unreleased\n", "owner/name"], `no chapter "## 0.1.0"`],
  ["no repository", ["v0.1.0", changelog, undefined], "GITHUB_REPOSITORY is not set"],
])("%s cannot be released", (_, args, fault) => {
  expect(releaseFaults(...args).join("\n")).toContain(fault);
});

test("a package comes after those that it depends on", () => {
  const names = dependenciesFirst(packages.toReversed()).map(({ manifest }) => manifest.name);
  expect(names).toHaveLength(packages.length);
  for (const { manifest } of packages)
    for (const name of Object.keys(manifest.dependencies ?? {}).filter((text) =>
      names.includes(text),
    ))
      expect(names.indexOf(name)).toBeLessThan(names.indexOf(manifest.name));
});

// npm takes a second for each package, on a machine that does nothing else.
test("npm would publish the packages with provenance", { timeout: 900_000 }, async () => {
  const packed = await fixtureFolder("packages", buildPackages);
  // In an ordinary run one package.
  const names = packages.map(({ manifest }) => manifest.name).slice(0, full ? undefined : 1);
  const asked: string[] = [];
  await using registry = await listen(({ url = "" }, response) => {
    asked.push(decodeURIComponent(url.slice(1)));
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const archives = new Map(names.map((name) => [name, join(packed, archiveName(name))]));
  const options = ["--dry-run", "--silent", "--registry", registry.url.href];
  await publishPackages(archives, options);
  expect(new Set(asked)).toEqual(new Set(names));
});

test("the step of the workflow refuses a tag that is not the version", async () => {
  const workflow = parse(readFileSync(".github/workflows/release.yml", "utf8")) as Workflow;
  const step = workflow.jobs.publish.steps.find(({ name }) => name === "Publish the packages");
  const command = ["env", "GITHUB_REF_NAME=v9.9.9", "bash", "-e", "-c", step?.run ?? ""] as const;
  const { status, text } = await run(".", ...command);
  expect(status).toBe(1);
  expect(text).toMatch(/^v9\.9\.9 cannot be released\.\n.* are not 9\.9\.9\.$/m);
});

interface Workflow {
  readonly jobs: {
    readonly publish: {
      readonly steps: readonly { readonly name?: string; readonly run?: string }[];
    };
  };
}
