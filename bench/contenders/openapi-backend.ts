import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import addFormats from "ajv-formats";
import express, { type Request as ExpressRequest, type Response } from "express";
import { OpenAPIBackend, type Context, type Document, type Request } from "openapi-backend";
import { cannedResponse, cannedRefusal } from "../canned-responses.ts";
import { readContract } from "../contracts.ts";

/**
 * openapi-backend in Express with the OpenAPI 3.1 document. It validates requests, and its handlers call it to validate
 * responses.
 */
export async function openapiBackend(folder: string): Promise<Server> {
  const { operations } = await readContract(folder);
  const text = await readFile(join(folder, "openapi-3.1.json"), "utf8");
  // No contender checks credentials. openapi-backend would read a number with `explode: false` as a list.
  const definition = JSON.parse(text, (key, value: unknown) =>
    key === "security" || key === "explode" ? undefined : value,
  ) as Document;
  const handlers = Object.keys(operations).map((id) => [
    id,
    ({ api, operation, request }: Context, _request: ExpressRequest, response: Response) => {
      const body = cannedResponse(id, request.query as Readonly<Record<string, unknown>>);
      if (api.validateResponse(body, operation, 200).errors) refuse(response, 500);
      else response.json(body);
    },
  ]);
  const api = new OpenAPIBackend({
    definition,
    // A generated document is valid.
    quick: true,
    coerceTypes: true,
    ajvOpts: { allErrors: true, strict: false },
    customizeAjv: (ajv) => {
      addFormats.default(ajv);
      return ajv;
    },
    handlers: {
      ...(Object.fromEntries(handlers) as object),
      validationFail: (_context, _request, response: Response) => {
        refuse(response, 400);
      },
    },
  });
  await api.init();
  const app = express().disable("x-powered-by").use(express.json());
  app.use(async (request, response) => {
    await api.handleRequest(request as Request, request, response);
  });
  return createServer(app);
}

function refuse(response: Response, status: 400 | 500): void {
  response.status(status).json(cannedRefusal(status));
}
