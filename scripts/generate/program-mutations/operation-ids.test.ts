import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify } from "../testing/specification.ts";

async function idsOf(body: string): Promise<string[]> {
  await using specification = await specify(body);
  const services = await readServices(await compileSpec(specification.entry));
  return services.flatMap(({ operations }) => operations.map(({ operation }) => operation.id));
}

test("operations that would have the same id get the names of further namespaces", async () => {
  const ids = await idsOf(
    `
@route("/a") namespace Simple.Standard { op read(): void; @route("/w") op write(): { @statusCode _: 201 }; }
@route("/b") namespace Label { interface Standard { @get read(): void; } }`.replace(
      "op write",
      '@route("/w") op write',
    ),
  );
  expect(ids.sort()).toEqual(["Label_Standard_read", "Simple_Standard_read", "Standard_write"]);
});
