import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { importDocument } from "./import.ts";

const code = { type: "string", enum: ["a", "b"], maxLength: 1 };
const document = {
  openapi: "3.0.3",
  info: { title: "Clocks", version: "1.0.0" },
  paths: {
    "/clocks": {
      patch: {
        operationId: "set-clock",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Clock" } } },
        },
        responses: { "204": { description: "Set." } },
      },
    },
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
  components: {
    schemas: {
      Clock: { type: "object", properties: { key: { type: "string", writeOnly: true } } },
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
  const text = await readFile(join(out, "main.tsp"), "utf8");
  expect(text).toContain("read-clock");
  expect(text).toContain(
    "@visibility(Lifecycle.Create, Lifecycle.Update, Lifecycle.Delete, Lifecycle.Query) key?",
  );
  await expect(importDocument([file, "--out", out])).rejects.toThrow("is not empty");
});

test.each([
  ["no file", [], "import needs one file"],
  ["a file that is not there", ["none.json"], "none.json cannot be read"],
  ["no OpenAPI document", ["package.json"], "package.json is not an OpenAPI document"],
])("%s is told", async (_, args, message) => {
  await expect(importDocument([...args, "--out", "no-such-folder"])).rejects.toThrow(message);
});
