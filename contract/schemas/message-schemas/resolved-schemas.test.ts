import { expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@contract-toolkit/contract";
import { resolvedRequestSchema } from "./resolved-schemas.ts";
import { accepts } from "../second-validator/oracle.ts";
import { boundaryValuesOf } from "../boundaries/values/boundary-values.ts";
import { rulesOf } from "../boundaries/rules.ts";
import { instanceOf } from "../message-generator/value.ts";

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

test("a required field that is recursive or null is made null", () => {
  const chain = { anyOf: [{ $ref: "#/components/schemas/Chain" }, { type: "null" }] };
  const schema = schemaOf("Chain", {
    Chain: { type: "object", required: ["next"], properties: { next: chain } },
  });
  expect(instanceOf(schema)).toEqual({ body: { next: null } });
});

test("a list of recursive items is made without items", () => {
  const tree = { $ref: "#/components/schemas/Tree" };
  const schema = schemaOf("Tree", {
    Tree: { type: "object", properties: { branches: { type: "array", items: tree } } },
  });
  const optional = rulesOf(schema).find(({ keyword }) => keyword === "optional");
  expect(optional && instanceOf(optional.schema)).toEqual([]);
});
