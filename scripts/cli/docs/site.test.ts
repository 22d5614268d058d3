import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { folderWith } from "../testing/folder.ts";
import { openSite } from "./site.ts";

const html = "text/html; charset=utf-8";

test("a site serves its own files only, and a malformed URL does not stop it", async () => {
  const site =
    "mkdir -p dist/site && cd dist/site && echo Start > index.html && echo Own > 404.html";
  await using folder = await folderWith({ "package.json": { scripts: { site } } });
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
  const unknown = async () => {
    const response = await fetch(new URL("/nothing", url));
    expect([response.status, response.headers.get("content-type")]).toEqual([404, html]);
    return response.text();
  };
  expect(await unknown()).toBe("Own\n");
  await rm(folder.of("dist/site/404.html"));
  expect(await unknown()).toContain('<a href="/">Start</a>');
  await close();
});
