import { join } from "node:path";
import express, { type NextFunction, type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import { listen } from "../../server/skeleton/testing/listen.ts";
import { readPrepared } from "../contender.ts";
import { answerRoutes } from "./express.ts";

/**
 * Express with express-openapi-validator over the OpenAPI 3.0 document: requests and answers validated, as strictly
 * as it can be told to be. Undocumented fields of answers pass.
 */
export async function expressOpenapiValidator(folder: string): Promise<number> {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json());
  app.use(
    middleware({
      apiSpec: join(folder, "generated", "gateway", "openapi.json"),
      // Half of its start; the document comes from a generator.
      validateApiSpec: false,
      validateSecurity: false,
      validateRequests: true,
      validateResponses: true,
    }),
  );
  answerRoutes(app, await readPrepared(folder, "routes.json"));
  app.use(
    (
      error: { status?: number },
      _request: Request,
      response: Response,
      // Express knows a mapper of errors by its four parameters.
      _next: NextFunction,
    ) => {
      const status = error.status ?? 500;
      response.status(status).json({ errorCode: 1, message: "Not valid." });
    },
  );
  return (await listen(app)).port;
}
