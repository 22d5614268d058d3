import { expect, test } from "vitest";
import type { OpenApiDocument } from "../openapi.ts";
import type { Schema } from "./json-schema.ts";
import { mapDocumentParts } from "./document-parts.ts";

/** A schema with a title, which no name has. */
const marked = (title: string, schema: Schema = {}): Schema => ({ title, ...schema });

const content = (title: string) => ({ "application/json": { schema: marked(title) } });

test("every schema of a document is changed, whatever its place is called", () => {
  const names = ["allOf", "anyOf", "items", "properties", "schema", "not", "enum", "$ref", "type"];
  const fields = Object.fromEntries(names.map((name) => [name, marked(`field ${name}`)]));
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: {
      "/schema": {
        post: {
          operationId: "schema",
          parameters: [{ name: "schema", in: "query", schema: marked("parameter") }],
          requestBody: { content: content("body") },
          responses: {
            schema: {
              description: "Named like a keyword.",
              headers: { schema: { schema: marked("header") } },
              content: content("response"),
            },
          },
        },
      },
    },
    webhooks: {
      get: {
        get: { operationId: "get", responses: {}, requestBody: { content: content("hook") } },
      },
    },
    components: {
      schemas: {
        schema: marked("component", { properties: fields, example: marked("no schema") }),
      },
      parameters: { schema: { name: "a", in: "query", schema: marked("shared parameter") } },
      headers: { schema: { schema: marked("shared header") } },
    },
  };
  const seen: unknown[] = [];
  mapDocumentParts(document, {
    schema: (schema) => {
      seen.push(schema.title);
      return schema;
    },
  });
  expect(seen.toSorted()).toEqual(
    [
      ...["parameter", "body", "header", "response", "hook"],
      ...["component", "shared parameter", "shared header"],
      ...names.map((name) => `field ${name}`),
    ].toSorted(),
  );
});
