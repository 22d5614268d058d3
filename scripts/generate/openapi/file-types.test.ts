import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify } from "../testing/specification.ts";

test("files of any type have their type in a header, and JSON files are bytes", async () => {
  await using specification = await specify(`
@route("/any") @post op replace(@bodyRoot file: File): File;
@route("/json") @post op restore(@bodyRoot file: File<"application/json">): void;`);
  const [service] = await readServices(await compileSpec(specification.entry));
  const [replace, restore] = service?.operations.map(({ operation }) => operation) ?? [];
  expect(replace?.parameters).toMatchObject([
    { name: "Content-Type", in: "header", required: true },
  ]);
  expect(replace?.body).toMatchObject({ contentType: "*/*", kind: "bytes" });
  expect(replace?.responses).toMatchObject({
    200: { contentType: "*/*", kind: "bytes", headers: ["Content-Type"] },
  });
  expect(restore?.parameters).toEqual([]);
  expect(restore?.body).toMatchObject({ contentType: "application/json", kind: "bytes" });
});
