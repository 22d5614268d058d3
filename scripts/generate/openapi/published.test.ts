import { expect, test } from "vitest";
import { compileSpec } from "../compile.ts";
import { readServices } from "../service.ts";
import { specify } from "../testing/specification.ts";
import { publishedDocuments } from "./published.ts";

const body = `
@error @refusal(404, 405) model Missing { @statusCode _: 404; why: string; }
@route("/branches") interface Branches {
  @get find(): string[] | Missing;
  @post grow(@body branch: string): string;
}
`;

test("an answer outside any operation is one response of the documents", async () => {
  await using specification = await specify(body);
  const [service] = await readServices(await compileSpec(specification.entry));
  if (!service) throw new Error("There is no service.");
  const { openapi30, openapi31 } = publishedDocuments(service, [service], []);
  for (const { components, paths } of [openapi30, openapi31]) {
    expect(components?.responses).toMatchObject({ Missing: { "x-refusal": true } });
    expect(paths["/branches"]?.["post"]?.responses).toMatchObject({
      404: { $ref: "#/components/responses/Missing" },
      405: { $ref: "#/components/responses/Missing" },
    });
    expect(paths["/branches"]?.["get"]?.responses["404"]).toHaveProperty("content");
  }
});
