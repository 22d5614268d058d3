import type { ServerResponse } from "node:http";
import type { EventStream, Operation } from "@contract-toolkit/contract";
import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { createContractClient, streams, xmlBodies } from "../index.ts";
import type { OutgoingRequest } from "../request.ts";
import { rejection, serve } from "../testing/serve.ts";

const book = {
  contentType: "application/xml",
  kind: "xml",
  xml: { root: { name: "book", fields: { pages: { name: "pages", type: "integer" } } } },
} as const;
const lines = { contentType: "application/jsonl", kind: "events" } as const;
const head = {
  summary: "",
  parameters: [],
  retryable: false,
  source: { file: "a.tsp", line: 1, column: 1 },
};
const operations = {
  keep: {
    ...head,
    id: "keep",
    method: "PUT",
    path: "/books",
    body: { ...book, required: true },
    responses: { 200: { ...book, headers: [] } },
  },
  add: {
    ...head,
    id: "add",
    method: "POST",
    path: "/lines",
    body: { ...lines, required: true },
    responses: { 200: { ...lines, headers: [] } },
  },
} satisfies Record<string, Operation>;

type Call = (request?: OutgoingRequest) => Promise<{ body: unknown }>;

async function clientOf(result: (response: ServerResponse) => unknown) {
  const { baseUrl, seen } = await serve((response) => result(response));
  const xml = xmlBodies(new DOMParser({ onError: onErrorStopParsing }));
  const validated: unknown[] = [];
  const client = createContractClient(operations, {
    baseUrl,
    streams,
    xml,
    validate: ({ body }) => validated.push(body),
  });
  return { client: client as unknown as Record<keyof typeof operations, Call>, seen, validated };
}

const answered = (type: string, text: string) => (response: ServerResponse) =>
  response.writeHead(200, { "Content-Type": type }).end(text);

it("sends a value as XML, and reads and validates XML as a value", async () => {
  const text = "<book><pages>3</pages></book>";
  const { client, seen, validated } = await clientOf(answered("application/xml", text));
  expect((await client.keep({ body: { pages: 2 } })).body).toEqual({ pages: 3 });
  expect(validated).toEqual([{ pages: 3 }]);
  expect(seen).toMatchObject([
    {
      headers: { "content-type": "application/xml" },
      body: '<?xml version="1.0" encoding="UTF-8"?><book><pages>2</pages></book>',
    },
  ]);
});

it("refuses what is no XML of the contract", async () => {
  const { client, seen } = await clientOf(answered("application/xml", "<!DOCTYPE book><book/>"));
  expect(await rejection(client.keep({ body: {} }))).toMatchObject({
    code: "invalid-body",
    message: expect.stringContaining("DOCTYPE") as unknown,
  });
  expect(await rejection(client.keep({ body: { pages: null } }))).toMatchObject({
    code: "invalid-request",
    message: expect.stringContaining("/body/pages must be text") as unknown,
  });
  expect(seen).toHaveLength(1);
});

it("does not send a call without the option, which the error names", async () => {
  const { baseUrl, seen } = await serve((response) => response.end());
  const calls = createContractClient(operations, { baseUrl }) as unknown as Record<"keep", Call>;
  expect(await rejection(calls.keep({ body: {} }))).toMatchObject({
    message: expect.stringContaining('option "xml"') as unknown,
  });
  expect(seen).toEqual([]);
});

it("sends items from a list or an iterable, and reads them one by one", async () => {
  const { client, seen, validated } = await clientOf(
    answered("application/jsonl", '{"n":1}\n\n{"n":\r2}'),
  );
  async function* items() {
    yield { n: 1 };
    yield await Promise.resolve({ n: 2 });
  }
  for (const body of [[{ n: 1 }, { n: 2 }], items()]) {
    const read: unknown[] = [];
    for await (const item of (await client.add({ body })).body as EventStream<unknown>)
      read.push(item);
    expect(read).toEqual([{ n: 1 }, { n: 2 }]);
  }
  expect(validated.slice(0, 3)).toEqual([[], [{ n: 1 }], [{ n: 2 }]]);
  expect(seen.map(({ body }) => body)).toEqual(['{"n":1}\n{"n":2}\n', '{"n":1}\n{"n":2}\n']);
});
