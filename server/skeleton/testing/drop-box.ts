import express, { type Express } from "express";
import type {
  ByteBody,
  Contract,
  EventStream,
  FormBody,
  FormFile,
  Operation,
} from "@contract-toolkit/kernel";
import {
  createContractRouter,
  type ResponseInfo,
  type HandlersOf,
  type RouterOptions,
} from "../index.ts";
import { validator } from "./bookshelf.ts";
import { listen, type Listening } from "./listen.ts";

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

interface None {
  path: object;
  query: object;
  headers: object;
  defaults: never;
}

/** Types of a small contract with forms and streams, as `contract generate` writes them. */
export interface Operations {
  drop: None & {
    id: "drop";
    body: FormBody<Form>;
    status: 200;
    responses: { 200: { headers: object; body: string } };
  };
  store: None & {
    id: "store";
    body: ByteBody;
    status: 200;
    responses: { 200: { headers: object; body: string } };
  };
  fetch: None & {
    id: "fetch";
    body: undefined;
    status: 200;
    responses: { 200: { headers: object; body: ByteBody } };
  };
  follow: None & {
    id: "follow";
    body: undefined;
    status: 200;
    responses: { 200: { headers: object; body: EventStream<{ n: number }> } };
  };
  enter: None & {
    id: "enter";
    body: Entry;
    contents: { "application/json": Entry; "application/x-www-form-urlencoded": Entry };
    status: 200;
    responses: {
      200: {
        headers: object;
        body: Entry;
        contents: { "application/json": Entry; "text/csv": string };
      };
    };
  };
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
const told = validator({ body: { type: "string" } }, ["body"]);
const nothing = validator({});

/** A contract of forms and streams, with validators made on the spot. */
const dropBox: Contract<Operations> = {
  name: "drop-box",
  title: "Drop box",
  version: "1.0.0",
  operations: {
    drop: operation("drop", "POST", "/forms", {
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
    }),
    store: operation("store", "PUT", "/bytes", {
      body: { contentType: "application/octet-stream", required: true },
      responses: { 200: text },
    }),
    fetch: operation("fetch", "GET", "/bytes", {
      responses: { 200: { contentType: "application/octet-stream", headers: [] } },
    }),
    follow: operation("follow", "GET", "/events", {
      responses: { 200: { contentType: "text/event-stream", kind: "events", headers: [] } },
    }),
    enter: operation("enter", "POST", "/entries", {
      body: {
        contentType: "application/json",
        required: true,
        others: [{ contentType: "application/x-www-form-urlencoded", fields: entryFields }],
      },
      responses: {
        200: {
          contentType: "application/json",
          others: [{ contentType: "text/csv" }],
          headers: [],
        },
      },
    }),
  },
  validators: {
    drop: { request: validator({ body: form }, ["body"]), responses: { 200: told } },
    store: { request: validator({}, ["body"]), responses: { 200: told } },
    fetch: { request: nothing, responses: { 200: validator({}, ["body"]) } },
    follow: {
      request: nothing,
      responses: {
        200: validator({ body: { type: "array", items: { type: "object", required: ["n"] } } }),
      },
    },
    enter: {
      request: validator({ body: entry }, ["body"]),
      responses: { 200: validator({}, ["body", "contentType"]) },
    },
  },
  refusals: {},
  contentValidators: {},
  boundsCodes: {},
};

function operation(
  id: string,
  method: Operation["method"],
  path: string,
  rest: Pick<Operation, "body" | "responses">,
): Operation {
  const source = { file: "drop-box.tsp", line: 1, column: 1 };
  return { id, method, path, summary: id, parameters: [], retryable: false, source, ...rest };
}

type Handlers = HandlersOf<Operations, object>;

const handlers: Handlers = {
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

/** The drop box on a free port, with what became of its requests. */
export interface DropBox extends Listening {
  readonly answered: ResponseInfo<object>[];
}

type DropBoxOptions = Partial<RouterOptions<object>> & {
  readonly handlers?: Partial<Handlers>;
  readonly begin?: (app: Express) => unknown;
};

/** Serves the drop box: it tells what it was sent. */
export async function startDropBox({
  handlers: replaced,
  begin,
  ...options
}: DropBoxOptions = {}): Promise<DropBox> {
  const answered: ResponseInfo<object>[] = [];
  const app = express();
  begin?.(app);
  app.use(
    createContractRouter<Operations, object>(
      dropBox,
      { ...handlers, ...replaced },
      { authenticate: () => ({}), onResponse: (each) => answered.push(each), ...options },
    ),
  );
  return { ...(await listen(app)), answered };
}

/** One part of a form; one without a content type is a text. */
export interface Part {
  readonly head: string;
  readonly content: string | Buffer;
}

/** A form as it goes on the wire, with its header. */
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

/** A text field. */
export function field(name: string, content: string): Part {
  return { head: `name="${name}"`, content };
}

/** A file, a picture unless told. */
export function file(name: string, content: string | Buffer, type = "image/png"): Part {
  return { head: `name="${name}"; filename="a.png"\r\nContent-Type: ${type}`, content };
}
