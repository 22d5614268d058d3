import { expect, test } from "vitest";
import type { Schema } from "@contract-toolkit/kernel";
import { fitsFormats } from "./fits-formats.ts";

const small: Schema = { type: "integer", format: "int8" };

test.each<[schema: Schema, value: unknown, fits: boolean]>([
  [small, 127, true],
  [small, 128, false],
  [{ type: "integer", format: "uint8" }, 255, true],
  [{ type: "integer", format: "uint8" }, -1, false],
  [{ type: "number", format: "double" }, 1e300, true],
  [{ type: "string", format: "byte" }, "YQ==", true],
  [{ type: "string", format: "byte" }, "YQ=\n=", false],
  [{ type: "object", properties: { a: { type: "array", items: small } } }, { a: [1, 128] }, false],
  [{ type: "object", additionalProperties: small }, { a: 128 }, false],
  [{ anyOf: [small, { type: "string" }] }, "a", true],
  [{ allOf: [{ type: "integer" }, small] }, 128, false],
])("%j and %j: %s", (schema, value, fits) => {
  expect(fitsFormats(schema, value)).toBe(fits);
});
