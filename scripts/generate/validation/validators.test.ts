import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test, vi } from "vitest";
import type { OperationValidators } from "@contract-toolkit/contract";
import { writeFolder } from "../generated-files/write.ts";
import { generate } from "../index.ts";
import { specify } from "../testing/specification.ts";

let request: OperationValidators["request"];

beforeAll(async () => {
  await using specification =
    await specify(`model Item { name: string; @maxLength(9) a?: string; @maxLength(9) b?: string; @maxLength(9) c?: string; }
@route("/items") @post op add(@body items: Item[]): { @statusCode _: 204 };`);
  const out = join(dirname(specification.entry), "generated");
  await writeFolder(out, await generate(specification.entry));
  await writeFile(join(out, "package.json"), '{ "type": "module" }');
  const module = (await import(pathToFileURL(join(out, "shelf/validators.js")).href)) as {
    validators: Record<string, OperationValidators>;
  };
  const add = module.validators["add"];
  if (!add) throw new Error("there is no validator");
  request = add.request;
});

const message = (count: number) => ({
  path: {},
  query: {},
  headers: {},
  body: Array.from({ length: count }, () => ({})),
});

test("every error of every item is reported", () => {
  expect(request(message(3))).toBe(false);
  expect(request.errors?.map(({ instancePath, schemaPath }) => [instancePath, schemaPath])).toEqual(
    [
      ["/body/0", "open.Item#/required"],
      ["/body/1", "open.Item#/required"],
      ["/body/2", "open.Item#/required"],
    ],
  );
});

test("earlier errors are not copied for each new error", () => {
  const copies = vi.spyOn(Array.prototype, "concat");
  request(message(300));
  const { length } = copies.mock.calls;
  copies.mockRestore();
  expect(request.errors).toHaveLength(300);
  expect(length).toBeLessThan(10);
});
