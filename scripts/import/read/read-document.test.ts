import { expect, test } from "vitest";
import { convert } from "../convert.ts";
import { readImportedDocument } from "./read-document.ts";

test("schemas outside of the components are read like components", async () => {
  const json = (ref: string) => ({ "application/json": { schema: { $ref: ref } } });
  const document = await readImportedDocument(
    "openapi.json",
    JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Streams", version: "1" },
      paths: {
        "/watch": {
          get: {
            operationId: "watch",
            responses: { 200: { description: "", content: json("#/components/x-stream/Event") } },
          },
        },
      },
      components: {
        schemas: { Event: { type: "string" } },
        "x-stream": {
          Event: { type: "object", properties: { next: { $ref: "#/x-parts/Part%25" } } },
        },
      },
      "x-parts": {
        "Part%": { type: "object", properties: { text: { $ref: "#/definitions/A%20b" } } },
      },
      definitions: { "A b": { type: "string" } },
    }),
    false,
  );
  const text = Object.values(convert(document, "openapi.json").files).join("\n");
  expect(text).toContain("model Event_");
  expect(text).toContain("next?: Part");
});

test("references are decoded, also to parts of paths and to path items", async () => {
  const of = (place: string) => `#/paths/~1a~1%7Bid%7D/post/${place}`;
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const json = { "application/json": { schema: { $ref: "#/components/schemas/My%20Pet" } } };
  const responses = { 204: { description: "", headers: { "X-A": { schema: {} } } } };
  const post = { operationId: "a", parameters: [id], requestBody: { content: json }, responses };
  const headers = { "X-A": { $ref: of("responses/204/headers/X-A") } };
  const put = {
    operationId: "b",
    parameters: [{ $ref: "#/components/parameters/Id" }],
    requestBody: { $ref: of("requestBody") },
    responses: { 204: { description: "", headers } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: { "/a/{id}": { post }, "/b/{id}": { $ref: "#/components/pathItems/B%20b" } },
    components: {
      schemas: { "My Pet": { type: "object" } },
      parameters: { Id: { $ref: of("parameters/0"), description: "As there." } },
      pathItems: { "B b": { put } },
    },
  };
  const read = await readImportedDocument("openapi.json", JSON.stringify(document), false);
  const [text = ""] = Object.values(convert(read, "openapi.json").files);
  const b = "op b(...IdParameter, @bodyRoot body?: My_Pet, ): Response<204,";
  expect(text.replaceAll(/\s+/g, " ")).toContain(`${b} "", { @header("X-A")`);
  document.paths["/b/{id}"].$ref = "#/%zz";
  await expect(
    readImportedDocument("openapi.json", JSON.stringify(document), false),
  ).rejects.toThrow(/^openapi\.json:1:\d+ #\/paths\/~1b~1\{id\}\/\$ref: #\/%zz has a % that/);
});

test("what YAML aliases share is decoded once", async () => {
  const text = `{ openapi: 3.1.0, paths: { /a: {} }, components: { schemas: { A: { discriminator:
    { mapping: &all { a: "#/x/%2541" } } }, B: { discriminator: { mapping: *all } } } } }`;
  const { components } = await readImportedDocument("openapi.yaml", text, false);
  expect(JSON.stringify(components)).toContain('"B":{"discriminator":{"mapping":{"a":"#/x/%41"}}}');
});
