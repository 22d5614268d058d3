import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { OperationValidators } from "@contract-toolkit/kernel";
import { writeFolder } from "../../output/write.ts";
import { generate } from "../index.ts";

let folder: string;
let request: OperationValidators["request"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "validators-"));
  await symlink(
    resolve(import.meta.dirname, "../../../node_modules"),
    join(folder, "node_modules"),
  );
  await writeFile(
    join(folder, "main.tsp"),
    `import "@typespec/http";
     using Http;
     @service(#{ title: "Shelf" }) namespace Shelf;
     model Item { name: string; @maxLength(9) a?: string; @maxLength(9) b?: string; @maxLength(9) c?: string; bytes?: bytes; }
     @route("/items") @post op add(@body items: Item[]): { @statusCode _: 204 };`,
  );
  await writeFolder(join(folder, "generated"), await generate(join(folder, "main.tsp")));
  await writeFile(join(folder, "generated/package.json"), '{ "type": "module" }');
  const module = (await import(
    pathToFileURL(join(folder, "generated/shelf/validators.js")).href
  )) as {
    validators: Record<string, OperationValidators>;
  };
  const add = module.validators["add"];
  if (!add) throw new Error("there is no validator");
  request = add.request;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const message = (count: number) => ({
  path: {},
  query: {},
  headers: {},
  body: Array.from({ length: count }, () => ({})),
});

test("every fault of every item is kept", () => {
  expect(request(message(3))).toBe(false);
  expect(request.errors?.map(({ instancePath, schemaPath }) => [instancePath, schemaPath])).toEqual(
    [
      ["/body/0", "open.Item#/required"],
      ["/body/1", "open.Item#/required"],
      ["/body/2", "open.Item#/required"],
    ],
  );
});

test("the faults found so far are not copied for each that follows", () => {
  const copies = vi.spyOn(Array.prototype, "concat");
  request(message(300));
  const { length } = copies.mock.calls;
  copies.mockRestore();
  expect(request.errors).toHaveLength(300);
  expect(length).toBeLessThan(10);
});

test("bytes are Base64", () => {
  const sent = { path: {}, query: {}, headers: {} };
  const body = (bytes: string) => ({ ...sent, body: [{ name: "x", bytes }] });
  expect(request(body("YWJj"))).toBe(true);
  expect(request(body("***"))).toBe(false);
  expect(request.errors?.map(({ keyword }) => keyword)).toEqual(["format"]);
});
