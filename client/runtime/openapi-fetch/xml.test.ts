import type { Operation } from "@contract-toolkit/contract";
import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { xmlBodies } from "../index.ts";
import { serve } from "../testing/serve.ts";
import { createClient } from "./index.ts";

const book = {
  contentType: "application/xml",
  kind: "xml",
  xml: { root: { name: "book", fields: { pages: { name: "pages", type: "integer" } } } },
} as const;
const operations = {
  keep: {
    id: "keep",
    method: "PUT",
    path: "/books",
    summary: "",
    parameters: [],
    retryable: false,
    source: { file: "a.tsp", line: 1, column: 1 },
    body: { ...book, required: true },
    responses: { 200: { ...book, headers: [] } },
  },
} satisfies Record<string, Operation>;
interface Paths {
  "/books": {
    put: {
      requestBody: { content: { "application/xml": { pages: number } } };
      responses: { 200: { content: { "application/xml": { pages: number } } } };
    };
  };
}

it("writes XML, validates it, and gives the caller its text", async () => {
  const text = "<book><pages>3</pages></book>";
  const { baseUrl, seen } = await serve((response) =>
    response.writeHead(200, { "Content-Type": "application/xml" }).end(text),
  );
  const validated: unknown[] = [];
  const client = createClient<Paths>(operations, {
    baseUrl,
    xml: xmlBodies(new DOMParser({ onError: onErrorStopParsing })),
    validate: ({ body }) => validated.push(body),
  });
  const { data } = await client.PUT("/books", { body: { pages: 2 }, parseAs: "text" });
  expect(data).toBe(text);
  expect(validated).toEqual([{ pages: 3 }]);
  expect(seen).toMatchObject([
    {
      headers: { "content-type": "application/xml" },
      body: '<?xml version="1.0" encoding="UTF-8"?><book><pages>2</pages></book>',
    },
  ]);
});
