import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { contractHere } from "../../cli/testing/printed.ts";

const responses: Readonly<Record<string, object>> = {
  "/a/codes.json": { defs: { code: { description: "A\u202e", $ref: "../b.yaml#/code" } } },
  "/b.yaml": { code: { type: "string", maxLength: 7 } },
  "/loop.json": { properties: { a: { $ref: "#" } } },
  "/file.json": { $ref: "file:///etc/hostname" },
  "/address.json": { $ref: "http://[a" },
};

test("import fetches an address only with --allow-remote", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const asked: (string | undefined)[] = [];
  await using server = await listen(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(responses[url] ? 200 : 404).end(JSON.stringify(responses[url]));
  });
  const imported = async (path: string, ...options: string[]) => {
    const $ref = new URL(path, server.url).href;
    const schemas = { A: { type: "object", properties: { code: { $ref } } } };
    const paths = { "/a": { get: { operationId: "a", responses: { 204: { description: "" } } } } };
    const info = { title: "A", version: "1.0.0" };
    const document = { openapi: "3.0.3", info, paths, components: { schemas } };
    const file = join(folder.path, "openapi.json");
    await writeFile(file, JSON.stringify(document, null, 1));
    return contractHere("import", file, "--out", join(folder.path, "spec"), ...options);
  };
  const refused = await imported("a/codes.json#/defs/code");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/openapi\.json:\d+:\d+ #\/\S+\/properties\/code\/\$ref: http:/);
  expect(refused.stderr).toContain("--allow-remote");
  expect(asked).toEqual([]);
  for (const [path, message] of [
    ["loop.json", "refers to itself"],
    ["file.json", "is not an http address"],
    ["address.json", "is not an http address"],
    ["file.json#/%zz", "is not an address with a JSON pointer"],
    ["none.json", "cannot be fetched"],
  ] as const)
    expect((await imported(path, "--allow-remote")).stderr).toContain(message);
  asked.length = 0;
  const allowed = await imported("a/codes.json#/defs/code", "--allow-remote");
  expect(allowed).toMatchObject({ status: 0, stderr: "" });
  expect(asked).toEqual(["/a/codes.json", "/b.yaml"]);
  const written = await readFile(join(folder.path, "spec", "main.tsp"), "utf8");
  expect(written).toMatch(/A\\\\u202e[^}]*@maxLength\(7\)/);
});
