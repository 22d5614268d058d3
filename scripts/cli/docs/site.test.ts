import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSite } from "./site.ts";

test("a site serves its own files only, and a malformed URL does not stop it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "site-"));
  const site = "mkdir -p dist/site && echo Start > dist/site/index.html";
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ scripts: { site } }));
  const started = process.cwd();
  process.chdir(folder.path);
  onTestFinished(() => {
    process.chdir(started);
  });
  const { url, close } = await openSite({ host: "127.0.0.1", port: 0 });
  const responses = await Promise.all(
    ["/%", "/..%2F..%2Fpackage.json", "/"].map((path) => fetch(new URL(path, url))),
  );
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect(await responses[2]?.text()).toBe("Start\n");
  await close();
});
