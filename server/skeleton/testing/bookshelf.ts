import type { HandlersOf } from "../index.ts";
import {
  contractOf,
  startSmall,
  type OperationOf,
  type SmallApp,
  type SmallAppOptions,
} from "./small-contract.ts";

interface Book {
  title: string;
  pages?: number;
}

interface Loan {
  by: string;
}

interface WithId {
  path: { id: string };
}

/** Types of a small contract. */
export interface Operations {
  findBooks: OperationOf<
    "findBooks",
    { 200: Book[]; 404: { missing: string } },
    { query: { limit?: number }; defaults: "limit" }
  >;
  addBook: OperationOf<
    "addBook",
    { 201: Book },
    {
      headers: { "X-Shelf"?: string };
      body: Book;
      responses: { 201: { headers: { Location: string }; body: Book } };
    }
  >;
  removeBook: OperationOf<"removeBook", { 204: undefined }, WithId>;
  noteBook: OperationOf<"noteBook", { 200: string }, WithId & { body: string }>;
  borrowBook: OperationOf<"borrowBook", { 200: Loan }, WithId & { body: Loan }>;
}

const title = { type: "string", minLength: 1 };
const properties = { title, pages: { type: "integer" } };
const book = { type: "object", properties, required: ["title"] };
const closedBook = { ...book, additionalProperties: false };
const loan = { type: "object", properties: { by: { type: "string" } }, required: ["by"] };
const id = { name: "id", in: "path", type: "string", required: true } as const;
const header = { in: "header", type: "string", required: false } as const;
const json = { contentType: "application/json", headers: [] };

export const bookshelf = contractOf<Operations>("bookshelf", {
  findBooks: {
    route: "GET /books",
    parameters: [
      { name: "limit", in: "query", type: "integer", required: false },
      { ...header, name: "X-Key", credential: true },
    ],
    responses: { 200: json, 404: json },
    request: { query: { limit: { type: "integer", default: 10 } } },
    schemas: {
      200: { body: { type: "array", items: closedBook } },
      404: { body: { type: "object", required: ["missing"] } },
    },
  },
  addBook: {
    route: "POST /books",
    parameters: [{ ...header, name: "X-Shelf" }],
    body: { contentType: "application/json", required: true },
    responses: { 201: { ...json, headers: ["Location"] } },
    request: { body: book },
    schemas: { 201: { headers: { type: "object", required: ["Location"] }, body: closedBook } },
  },
  removeBook: {
    route: "DELETE /books/{id}",
    parameters: [id],
    responses: { 204: { headers: [] } },
    schemas: { 204: {} },
  },
  noteBook: {
    route: "PUT /books/{id}/note",
    parameters: [id],
    body: { contentType: "text/plain", required: true },
    responses: { 200: { contentType: "text/plain", headers: [] } },
    request: { body: title },
    schemas: { 200: { body: title } },
  },
  borrowBook: {
    route: "POST /books/{id}/loan",
    parameters: [id],
    body: {
      contentType: "application/x-www-form-urlencoded",
      required: true,
      fields: { by: { type: "string" } },
    },
    responses: { 200: json },
    request: { body: loan },
    schemas: { 200: { body: loan } },
  },
});

/** Handlers that a test may replace. */
export const handlers: HandlersOf<Operations, unknown> = {
  findBooks: (_, reply) => reply(200, [{ title: "Rivers" }]),
  addBook: ({ body }, reply) => reply(201, body, { Location: "/books/1" }),
  removeBook: (_, reply) => reply(204, undefined),
  noteBook: ({ body }, reply) => reply(200, body),
  borrowBook: ({ body }, reply) => reply(200, body),
};

/** Serves the bookshelf. */
export function startBookshelf(
  options?: SmallAppOptions<Operations, string>,
): Promise<SmallApp<string>> {
  return startSmall<Operations, string>(bookshelf, handlers, "reader", options);
}
