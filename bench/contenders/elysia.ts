import { createServer, type RequestListener, type Server } from "node:http";
import { node } from "@elysiajs/node";
import { Elysia } from "elysia";
import { toNodeHandler } from "srvx/node";
import { cannedRefusal, cannedResponse } from "../canned-responses.ts";
import { zodRoutes } from "./zod-routes.ts";

/** Elysia with its adapter for Node.js, which validates requests and responses. */
export async function elysia(folder: string): Promise<Server> {
  const app = new Elysia({ adapter: node() }).onError(({ code, error, set }) => {
    const status = code === "VALIDATION" && error.type !== "response" ? 400 : 500;
    set.status = status;
    return cannedRefusal(status);
  });
  for (const { id, method, path, query, headers, body, response } of await zodRoutes(folder))
    app.route(method, path, (context) => cannedResponse(id, context.query), {
      query,
      headers,
      response,
      ...(body && { body }),
    });
  return createServer(toNodeHandler(app.fetch) as RequestListener);
}
