import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/contract";
import { fitsFormats } from "./fits-formats.ts";

const bytes: Schema = { type: "string", format: "byte" };
const broken = "YQ=\n=";

test.each<[schema: Schema, value: unknown, fits: boolean]>([
  [bytes, "YQ==", true],
  [bytes, broken, false],
  [{ type: "string" }, broken, true],
  [{ type: "number", format: "double" }, 1e300, true],
  [{ type: "object", properties: { a: { type: "array", items: bytes } } }, { a: [broken] }, false],
  [{ type: "object", additionalProperties: bytes }, { a: broken }, false],
  [{ anyOf: [bytes, { type: "integer" }] }, 1, true],
  [{ allOf: [{ type: "string" }, bytes] }, broken, false],
])("whether %j allows %j for a client: %s", (schema, value, fits) => {
  expect(fitsFormats(schema, value)).toBe(fits);
});
