import { Ajv } from "ajv";
import type { Contract, Operation, Validate } from "@contract-toolkit/kernel";

interface Book {
  title: string;
  pages?: number;
}

/** Types of a small contract, as `contract generate` writes them. */
export interface Operations {
  findBooks: {
    id: "findBooks";
    path: object;
    query: { limit?: number };
    headers: object;
    body: undefined;
    defaults: "limit";
    status: 200 | 404;
    responses: {
      200: { headers: object; body: Book[] };
      404: { headers: object; body: { missing: string } };
    };
  };
  addBook: {
    id: "addBook";
    path: object;
    query: object;
    headers: { "X-Shelf"?: string };
    body: Book;
    defaults: never;
    status: 201;
    responses: { 201: { headers: { Location: string }; body: Book } };
  };
  removeBook: {
    id: "removeBook";
    path: { id: string };
    query: object;
    headers: object;
    body: undefined;
    defaults: never;
    status: 204;
    responses: { 204: { headers: object; body: undefined } };
  };
  noteBook: {
    id: "noteBook";
    path: { id: string };
    query: object;
    headers: object;
    body: string;
    defaults: never;
    status: 200;
    responses: { 200: { headers: object; body: string } };
  };
  borrowBook: {
    id: "borrowBook";
    path: { id: string };
    query: object;
    headers: object;
    body: { by: string };
    defaults: never;
    status: 200;
    responses: { 200: { headers: object; body: { by: string } } };
  };
}

const title = { type: "string", minLength: 1 };
const book = { type: "object", properties: { title, pages: { type: "integer" } } };
const bookBody = { ...book, required: ["title"] };
const closedBook = { ...bookBody, additionalProperties: false };
const loan = { type: "object", properties: { by: { type: "string" } }, required: ["by"] };

const id = { name: "id", in: "path", type: "string", required: true } as const;
const json = { contentType: "application/json", headers: [] };

/** A small contract of another domain than any other test's, with validators made on the spot. */
export const bookshelf: Contract<Operations> = {
  name: "bookshelf",
  title: "Bookshelf",
  version: "1.0.0",
  operations: {
    findBooks: operation("findBooks", "GET", "/books", {
      parameters: [
        { name: "limit", in: "query", type: "integer", required: false },
        { name: "X-Key", in: "header", type: "string", required: false, credential: true },
      ],
      responses: { 200: json, 404: json },
    }),
    addBook: operation("addBook", "POST", "/books", {
      parameters: [{ name: "X-Shelf", in: "header", type: "string", required: false }],
      body: { contentType: "application/json", required: true },
      responses: { 201: { ...json, headers: ["Location"] } },
    }),
    removeBook: operation("removeBook", "DELETE", "/books/{id}", {
      parameters: [id],
      responses: { 204: { headers: [] } },
    }),
    noteBook: operation("noteBook", "PUT", "/books/{id}/note", {
      parameters: [id],
      body: { contentType: "text/plain", required: true },
      responses: { 200: { contentType: "text/plain", headers: [] } },
    }),
    borrowBook: operation("borrowBook", "POST", "/books/{id}/loan", {
      parameters: [id],
      body: { contentType: "application/x-www-form-urlencoded", required: true },
      responses: { 200: json },
    }),
  },
  validators: {
    findBooks: {
      request: validator({ query: { limit: { type: "integer", default: 10 } } }),
      responses: {
        200: validator({ body: { type: "array", items: closedBook } }, ["body"]),
        404: validator({ body: { type: "object", required: ["missing"] } }, ["body"]),
      },
    },
    addBook: {
      request: validator({ body: bookBody }, ["body"]),
      responses: {
        201: validator({ headers: { type: "object", required: ["Location"] }, body: closedBook }, [
          "body",
        ]),
      },
    },
    removeBook: { request: validator({}), responses: { 204: validator({}) } },
    noteBook: {
      request: validator({ body: title }, ["body"]),
      responses: { 200: validator({ body: title }, ["body"]) },
    },
    borrowBook: {
      request: validator({ body: loan }, ["body"]),
      responses: { 200: validator({ body: loan }, ["body"]) },
    },
  },
  refusals: {},
  contentValidators: {},
  boundsCodes: {},
};

/** An operation with what all of them have. */
function operation(
  id: string,
  method: Operation["method"],
  path: string,
  rest: Pick<Operation, "parameters" | "body" | "responses">,
): Operation {
  const source = { file: "bookshelf.tsp", line: path.length, column: 1 };
  return { id, method, path, summary: id, retryable: false, source, ...rest };
}

/** A validator of a message by the schemas of its parts. */
export function validator(
  parts: Readonly<Record<string, object>>,
  required: string[] = [],
): Validate {
  const { query, ...others } = parts;
  const properties = {
    ...others,
    query: { type: "object", ...(query && { properties: query }), additionalProperties: false },
  };
  const ajv = new Ajv({ allErrors: true, useDefaults: true });
  return ajv.compile({ type: "object", properties, required });
}
