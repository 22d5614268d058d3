import { createServer, type Server } from "node:http";
import { defineValidatedHandler, getQuery, H3, HTTPError, toNodeHandler } from "h3";
import { cannedResponse } from "../canned-responses.ts";
import { zodRoutes } from "./zod-routes.ts";

/** h3 on Node.js, which validates requests. The handler validates its response. */
export async function h3(folder: string): Promise<Server> {
  const app = new H3();
  for (const { id, method, path, query, headers, body, response } of await zodRoutes(folder)) {
    const handler = defineValidatedHandler({
      validate: { query, headers, ...(body && { body }) },
      async handler(event) {
        if (body) await event.req.json();
        const result = cannedResponse(id, getQuery(event));
        if (response.safeParse(result).success) return result;
        throw new HTTPError({ status: 500 });
      },
    });
    app.on(method, path, handler);
  }
  return createServer(toNodeHandler(app));
}
