import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { cannedResponse, cannedRefusal } from "../canned-responses.ts";
import { zodRoutes } from "./zod-routes.ts";

/** Hono on Node.js with zod-openapi, which validates requests. The handler validates its response with the schema of the route. */
export async function hono(folder: string): Promise<Server> {
  const app = new OpenAPIHono({
    defaultHook: (result, context) => (result.success ? undefined : refuse(context, 400)),
  });
  for (const { id, method, path, query, headers, body, response } of await zodRoutes(folder)) {
    const json = body && {
      body: { required: true, content: { "application/json": { schema: body } } },
    };
    const route = createRoute({
      method: method.toLowerCase() as "get" | "post" | "delete",
      path,
      request: { query, headers, ...json },
      responses: {
        200: { description: "OK", content: { "application/json": { schema: response } } },
        400: { description: "Refused" },
        500: { description: "Failed" },
      },
    });
    app.openapi(route, (context) => {
      const result = cannedResponse(id, context.req.query());
      return response.safeParse(result).success ? context.json(result) : refuse(context, 500);
    });
  }
  return createAdaptorServer(app) as Server;
}

function refuse(context: Context, status: 400 | 500) {
  return context.json(cannedRefusal(status), status);
}
