import { expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@contract-toolkit/contract";
import { accepts } from "../second-validator/oracle.ts";
import { withOpenUnions } from "./discriminators.ts";
import { responseSchemaOf } from "./resolved-schemas.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const unionOf = (propertyName: string, mapping: Record<string, string>): Schema => ({
  oneOf: [...new Set(Object.values(mapping))].map(ref),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(
      Object.entries(mapping).map(([value, name]) => [value, ref(name).$ref]),
    ),
  },
});
const variant = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const one = (value: string): Schema => ({ type: "string", enum: [value] });

const schemas = {
  Bidder: unionOf("kind", { museum: "Museum", dealer: "Dealer" }),
  Museum: unionOf("funding", { state: "State", founders: "Founders" }),
  State: variant({ kind: one("museum"), funding: one("state"), ministry: { type: "string" } }),
  Founders: variant({ kind: one("museum"), funding: one("founders") }),
  Dealer: variant({ kind: one("dealer"), limit: { type: "integer" } }),
};
const document = {
  components: { schemas },
  paths: {
    "/": {
      get: {
        operationId: "read",
        responses: { 200: { content: { "application/json": { schema: ref("Bidder") } } } },
      },
    },
  },
} as unknown as OpenApiDocument;

test.each<[body: object, isAccepted: boolean]>([
  [{ kind: "dealer", limit: 1 }, true],
  [{ kind: "dealer", limit: "1" }, false],
  [{ kind: "dealer" }, false],
  [{ kind: "museum", funding: "state", ministry: "a" }, true],
  [{ kind: "museum", funding: "state" }, false],
  [{ kind: "museum", funding: "lottery" }, true],
  [{ kind: "museum" }, true],
  [{ kind: "painter" }, true],
  [{}, true],
])("of nested unions, a client accepts %j: %s", (body, isAccepted) => {
  const schema = responseSchemaOf(document, "read", 200) ?? {};
  expect(accepts(withOpenUnions(schema), { headers: {}, body })).toBe(isAccepted);
});
