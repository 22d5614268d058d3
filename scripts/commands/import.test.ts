import { once } from "node:events";
import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { importDocument } from "./import.ts";

const code = { type: "string", enum: ["a", "b"], maxLength: 1 };
const document = {
  openapi: "3.0.3",
  info: { title: "Clocks", version: "1.0.0" },
  paths: {
    "/clocks/{code}": {
      get: {
        operationId: "read-clock",
        parameters: [{ name: "code", in: "path", required: true, schema: code }],
        responses: {
          "200": { description: "Now.", content: { "application/json": { schema: code } } },
        },
      },
    },
  },
};

test("a document becomes TypeSpec that compiles, and what was changed is told with its place", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const file = join(folder.path, "openapi.json");
  const out = join(folder.path, "spec");
  await writeFile(file, JSON.stringify(document));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const status = await importDocument([file, "--out", out]);
  const printed = write.mock.calls.flat().join("");
  vi.restoreAllMocks();
  expect(status).toBe(0);
  expect(printed).toContain(
    "openapi.json#/paths/~1clocks~1{code}/get/parameters/0/schema: maxLength beside enum",
  );
  expect(await readFile(join(out, "main.tsp"), "utf8")).toContain("read-clock");
  await expect(importDocument([file, "--out", out])).rejects.toThrow("is not empty");
});

test.each([
  ["no file", [], "import needs one file"],
  ["a file that is not there", ["none.json"], "none.json cannot be read"],
  ["no OpenAPI document", ["package.json"], "package.json is no OpenAPI document"],
])("%s is told", async (_, args, message) => {
  await expect(importDocument([...args, "--out", "no-such-folder"])).rejects.toThrow(message);
});

test("an address is asked only where that is allowed", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  await symlink(resolve("node_modules"), join(folder.path, "node_modules"));
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const answers: Record<string, object> = {
      "/a/codes.json": { defs: { code: { description: "A\u202e", $ref: "../b.yaml#/code" } } },
      "/b.yaml": { code: { type: "string", maxLength: 7 } },
      "/loop.json": { properties: { a: { $ref: "#" } } },
      "/file.json": { $ref: "file:///etc/hostname" },
    };
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const file = join(folder.path, "openapi.json");
  const write = async (path: string) => {
    const $ref = `http://127.0.0.1:${port ?? 0}/${path}`;
    const components = { schemas: { Code: { type: "object", properties: { code: { $ref } } } } };
    await writeFile(file, JSON.stringify({ ...document, components }));
  };
  await write("a/codes.json#/defs/code");
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await expect(importDocument([file, "--out", join(folder.path, "a")])).rejects.toThrow(
    "openapi.json:1 #/components/schemas/Code/properties/code/$ref: http://127.0.0.1",
  );
  expect(asked).toEqual([]);
  const out = join(folder.path, "b");
  expect(await importDocument([file, "--out", out, "--allow-remote"])).toBe(0);
  expect(asked).toEqual(["/a/codes.json", "/b.yaml"]);
  const written = await readFile(join(out, "main.tsp"), "utf8");
  expect(written).toMatch(/A\\u202e[^}]*@maxLength\(7\)/);
  for (const [path, message] of [
    ["loop.json", "refers to itself"],
    ["file.json", "which is no http address"],
    ["none.json", "cannot be fetched"],
  ] as const) {
    await write(path);
    const args = [file, "--out", join(folder.path, path), "--allow-remote"];
    await expect(importDocument(args)).rejects.toThrow(message);
  }
  server.close();
  vi.restoreAllMocks();
});
