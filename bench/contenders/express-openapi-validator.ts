import { createServer, type Server } from "node:http";
import { join } from "node:path";
import express, { type NextFunction, type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import { readContract } from "../contracts.ts";
import { responseRoutes } from "./express.ts";

/**
 * Express with express-openapi-validator and the OpenAPI 3.0 document. It validates requests and responses as strictly as its
 * options allow. It accepts undocumented fields in responses.
 */
export async function expressOpenapiValidator(folder: string): Promise<Server> {
  const app = express().disable("x-powered-by").use(express.json());
  app.use(
    middleware({
      apiSpec: join(folder, "openapi.json"),
      // Validating the document takes half of the start, and a generated document is valid.
      validateApiSpec: false,
      validateSecurity: false,
      validateRequests: true,
      validateResponses: true,
    }),
  );
  responseRoutes(app, await readContract(folder));
  app.use(
    (
      error: { status?: number },
      _request: Request,
      response: Response,
      // Express recognises an error handler by its four parameters.
      _next: NextFunction,
    ) => {
      response.status(error.status ?? 500).json({ errorCode: 1, message: "Not valid." });
    },
  );
  return createServer(app);
}
