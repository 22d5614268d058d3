import { expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@contract-toolkit/contract";
import { resolvedRequestSchema } from "./resolved-schemas.ts";
import { accepts } from "../second-validator/oracle.ts";
import { boundaryValuesOf } from "../boundaries/values/boundary-values.ts";
import { rulesOf } from "../boundaries/rules.ts";

function schemaOf(name: string, schemas: Record<string, Schema>): Schema {
  const info = { title: "Animals", version: "1" };
  const document: OpenApiDocument = { openapi: "3.1.0", info, paths: {}, components: { schemas } };
  const schema = { $ref: `#/components/schemas/${name}` };
  return resolvedRequestSchema(document, {
    operationId: "add",
    requestBody: {
      required: true,
      content: { "application/json": { schema } },
    },
    responses: {},
  });
}

const request = (body: unknown) => ({ path: {}, query: {}, headers: {}, body });

test("a field that a subtype narrows has the rules of both models", () => {
  const schema = schemaOf("Cat", {
    Animal: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string", maxLength: 9 } },
    },
    Cat: {
      type: "object",
      properties: { kind: { type: "string", enum: ["cat", "wild tomcat"] } },
      allOf: [{ $ref: "#/components/schemas/Animal" }],
    },
  });
  expect(accepts(schema, request({ kind: "cat" }))).toBe(true);
  expect(accepts(schema, request({ kind: "dog" }))).toBe(false);
  expect(accepts(schema, request({ kind: "wild tomcat" }))).toBe(false);
  expect(accepts(schema, request({}))).toBe(false);
});

test("a recursive reference with a description is resolved once", () => {
  const next = { allOf: [{ $ref: "#/components/schemas/Node" }], description: "The next one." };
  const schema = schemaOf("Node", { Node: { type: "object", properties: { next } } });
  expect(accepts(schema, request({ next: { next: {} } }))).toBe(true);
  expect(accepts(schema, request({ next: 1 }))).toBe(true);
  expect(accepts(schema, request(1))).toBe(false);
});

test("a recursive schema is resolved once, and no boundary value is made for it", () => {
  const schema = schemaOf("Tree", {
    Tree: {
      type: "object",
      properties: {
        mother: {
          anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }],
        },
      },
    },
  });
  const unions = rulesOf(schema).filter(({ keyword }) => keyword === "anyOf");
  const valid = unions.flatMap((rule) =>
    boundaryValuesOf(rule, null).filter(({ boundary }) => boundary === "valid"),
  );
  expect(unions.map(({ place }) => place)).toEqual(["/body/mother"]);
  expect(valid).toEqual([]);
});

test("on the wire, an invalid value of a union is a text", () => {
  const schema: Schema = { anyOf: [{ type: "integer" }, { type: "boolean" }] };
  const query = { type: "object", properties: { a: schema } };
  const [union] = rulesOf({ properties: { query } }).filter(({ keyword }) => keyword === "anyOf");
  const [invalid] = union ? boundaryValuesOf(union, 1).reverse() : [];
  expect(invalid?.proposals[0]).toEqual({ value: "text" });
});
