import type { ByteBody, EventStream, FormBody, FormFile } from "@contract-toolkit/contract";
import type { HandlersOf } from "../index.ts";
import {
  contractOf,
  startSmall,
  type OperationOf,
  type SmallApp,
  type SmallAppOptions,
} from "./small-contract.ts";

interface Entry {
  title: string;
  size?: number;
  tags?: string[];
}

interface Form extends Entry {
  note?: { text: string };
  file: FormFile;
  others?: FormFile[];
}

/** Types of a small contract with forms and streams. */
export interface Operations {
  drop: OperationOf<"drop", { 200: string }, { body: FormBody<Form> }>;
  store: OperationOf<"store", { 200: string }, { body: ByteBody }>;
  fetch: OperationOf<"fetch", { 200: ByteBody }>;
  follow: OperationOf<"follow", { 200: EventStream<{ n: number }> }>;
  enter: OperationOf<
    "enter",
    { 200: Entry },
    {
      body: Entry;
      contents: { "application/json": Entry; "application/x-www-form-urlencoded": Entry };
      responses: {
        200: {
          headers: object;
          body: Entry;
          contents: { "application/json": Entry; "text/csv": string };
        };
      };
    }
  >;
}

const text = { contentType: "text/plain", headers: [] };
const entryFields = {
  title: { type: "string" },
  size: { type: "integer" },
  tags: { type: "string", list: true },
} as const;
const properties = {
  title: { type: "string", maxLength: 5 },
  size: { type: "integer", minimum: 1 },
  tags: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 2 },
};
const entry = { type: "object", properties, required: ["title"] };
const form = {
  ...entry,
  properties: { ...properties, note: { type: "object", required: ["text"] } },
  required: ["title", "file"],
};
const textResponse = { 200: { body: { type: "string" } } };
const event = { type: "object", required: ["n"] };

export const dropBox = contractOf<Operations>("drop-box", {
  drop: {
    route: "POST /forms",
    body: {
      contentType: "multipart/form-data",
      required: true,
      fields: {
        ...entryFields,
        note: { type: "json" },
        file: { type: "file", contentTypes: ["image/png"] },
        others: { type: "file", list: true },
      },
    },
    responses: { 200: text },
    request: { body: form },
    schemas: textResponse,
  },
  store: {
    route: "PUT /bytes",
    body: { contentType: "application/octet-stream", required: true },
    responses: { 200: text },
    request: { body: {} },
    schemas: textResponse,
  },
  fetch: {
    route: "GET /bytes",
    responses: { 200: { contentType: "application/octet-stream", headers: [] } },
    schemas: { 200: { body: {} } },
  },
  follow: {
    route: "GET /events",
    responses: { 200: { contentType: "text/event-stream", kind: "events", headers: [] } },
    schemas: { 200: { body: { type: "array", items: event } } },
  },
  enter: {
    route: "POST /entries",
    body: {
      contentType: "application/json",
      required: true,
      others: [{ contentType: "application/x-www-form-urlencoded", fields: entryFields }],
    },
    responses: {
      200: { contentType: "application/json", others: [{ contentType: "text/csv" }], headers: [] },
    },
    request: { body: entry },
    schemas: { 200: { body: {}, contentType: {} } },
  },
});

export const dropBoxHandlers: HandlersOf<Operations, object> = {
  async drop({ body }, reply) {
    const parts: string[] = [];
    for await (const part of body)
      parts.push(
        "value" in part
          ? `${part.name}=${JSON.stringify(part.value)}`
          : `${part.name}:${part.filename ?? ""}:${(await part.body.bytes()).length}`,
      );
    return reply(200, parts.join(" "));
  },
  async store({ body }, reply) {
    let length = 0;
    for await (const chunk of body) length += chunk.length;
    return reply(200, String(length));
  },
  fetch: (_, reply) => reply(200, new Uint8Array(3)),
  follow: (_, reply) => reply(200, [{ n: 1 }]),
  enter: ({ body, preferred }, reply) =>
    preferred(200) === "text/csv"
      ? reply(200, JSON.stringify(body), { "content-type": "text/csv" })
      : reply(200, body),
};

export type DropBox = SmallApp<object>;
export type DropBoxHandlers = Partial<HandlersOf<Operations, object>>;

/** Serves the drop box, whose responses show what it received. */
export function startDropBox(options?: SmallAppOptions<Operations, object>): Promise<DropBox> {
  return startSmall<Operations, object>(dropBox, dropBoxHandlers, {}, options);
}

/** One part of a form. */
export interface Part {
  readonly head: string;
  readonly content: string | Buffer;
}

/** A form on the wire, with its header. */
export function formOf(
  parts: readonly Part[],
  end = "--x--\r\n",
): [headers: Record<string, string>, body: Buffer] {
  const bytes = parts.flatMap(({ head, content }) => [
    Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  return [headers, Buffer.concat([...bytes, Buffer.from(end)])];
}

export function field(name: string, content: string): Part {
  return { head: `name="${name}"`, content };
}

export function file(name: string, content: string | Buffer, type = "image/png"): Part {
  return { head: `name="${name}"; filename="a.png"\r\nContent-Type: ${type}`, content };
}
