import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service-model/read-services.ts";
import { specify } from "../testing/specification.ts";

test.each([
  [
    "a part of a class",
    "@minValue(494) @maxValue(496) @statusCode _: int32;",
    ["494", "495", "496"],
  ],
  ["a whole class", "@minValue(400) @maxValue(499) @statusCode _: int32;", ["4XX"]],
  ["two classes", "@minValue(400) @maxValue(599) @statusCode _: int32;", ["4XX", "5XX"]],
  [
    "more than a class",
    "@minValue(499) @maxValue(501) @statusCode _: int32;",
    ["499", "500", "501"],
  ],
])("a range of statuses is documented as its statuses: %s", async (_, status, expected) => {
  await using specification = await specify(`
@error model Problem { ${status} code: string; }
op read(): { @statusCode _: 204 } | Problem;`);
  const [service] = await readServices(await compileSpec(specification.entry));
  const statuses = service?.operations[0]?.responses.map((response) => String(response.status));
  expect(statuses).toEqual(["204", ...expected]);
});
