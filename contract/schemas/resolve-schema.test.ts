import { expect, test } from "vitest";
import { scalarType } from "./resolve-schema.ts";

const schemas = { Asn: { type: "integer" } } as const;
const document = {
  openapi: "3.0.0",
  info: { title: "A", version: "1" },
  paths: {},
  components: { schemas },
};
const asn = { $ref: "#/components/schemas/Asn" };

test("a reference with a description is read as what it refers to", () => {
  expect(scalarType(document, { allOf: [asn], description: "Autonomous system." })).toBe("integer");
});
