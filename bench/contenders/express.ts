import express, { type Express } from "express";
import { cannedAnswer } from "../canned-answers.ts";
import { listen } from "../../server/skeleton/testing/listen.ts";
import { readPrepared, type Route } from "../contender.ts";

/** Express with its body parser and `res.json`; nothing is validated. */
export async function bareExpress(folder: string): Promise<number> {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json());
  answerRoutes(app, await readPrepared(folder, "routes.json"));
  return (await listen(app)).port;
}

/** Puts a route for each operation on `app`. */
export function answerRoutes(app: Express, routes: readonly Route[]): void {
  for (const { id, method, path } of routes) {
    const lower = method.toLowerCase() as "get" | "post" | "delete";
    app[lower](path, (request, response) => {
      response.json(cannedAnswer(id, request.query));
    });
  }
}
