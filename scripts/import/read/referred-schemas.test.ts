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
            responses: { 200: { description: "", content: json("#/x-stream-definitions/Event") } },
          },
        },
      },
      components: { schemas: { Event: { type: "string" } } },
      "x-stream-definitions": {
        Event: { type: "object", properties: { next: { $ref: "#/definitions/Part" } } },
      },
      definitions: { Part: { type: "object", properties: { text: { type: "string" } } } },
    }),
    false,
  );
  const text = Object.values(convert(document, "openapi.json").files).join("\n");
  expect(text).toContain("model Event_");
  expect(text).toContain("next?: Part");
});
