import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { OpenApiDocument, Schema } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { withCorrectedSchemas } from "./schema-corrections.ts";

test("in OpenAPI 3.0, a rule for other fields is not one for inherited fields", () => {
  const base: Schema = { type: "object", properties: { id: { type: "string" } } };
  const heir: Schema = { allOf: [base], type: "object", additionalProperties: { type: "integer" } };
  const document = { openapi: "3.0.0", info: {}, paths: {}, components: { schemas: { heir } } };
  const { components } = withCorrectedSchemas(document as unknown as OpenApiDocument);
  const corrected = components?.schemas?.["heir"] ?? {};
  expect(
    [{ id: "a", n: 1 }, { n: "x" }, { id: 1 }].map((each) => accepts(corrected, each)),
  ).toEqual([true, false, false]);
});
