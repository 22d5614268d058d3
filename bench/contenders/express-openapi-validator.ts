import { createServer, type Server } from "node:http";
import { join } from "node:path";
import express, { type NextFunction, type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import { readContract } from "../contracts.ts";
import { answerRoutes } from "./express.ts";

/**
 * Express with express-openapi-validator over the OpenAPI 3.0 document: requests and answers validated, as strictly
 * as it can be told to be. Undocumented fields of answers pass.
 */
export async function expressOpenapiValidator(folder: string): Promise<Server> {
  const app = express().disable("x-powered-by").use(express.json());
  app.use(
    middleware({
      apiSpec: join(folder, "openapi.json"),
      // Half of its start; the document comes from a generator.
      validateApiSpec: false,
      validateSecurity: false,
      validateRequests: true,
      validateResponses: true,
    }),
  );
  answerRoutes(app, await readContract(folder));
  app.use(
    (
      error: { status?: number },
      _request: Request,
      response: Response,
      // Express knows a mapper of errors by its four parameters.
      _next: NextFunction,
    ) => {
      response.status(error.status ?? 500).json({ errorCode: 1, message: "Not valid." });
    },
  );
  return createServer(app);
}
