import type { Server } from "node:http";
import { mapSubschemas, type Schema } from "@contract-toolkit/contract";
import { createAdaptorServer } from "@hono/node-server";
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { fromJSONSchema, z } from "zod";
import { cannedResponse, cannedRefusal } from "../canned-responses.ts";
import { partsOf } from "./fastify.ts";
import { readContract, readSchemas } from "../contracts.ts";

/**
 * Hono on Node.js with zod-openapi, which validates requests. The handler validates its response with the schema of the route. It
 * does less work than the other servers, because Zod ignores conditions and rules between fields of a JSON Schema.
 */
export async function hono(folder: string): Promise<Server> {
  const schemas = await readSchemas(folder);
  const { operations } = await readContract(folder);
  const app = new OpenAPIHono({
    defaultHook: (result, context) => (result.success ? undefined : refuse(context, 400)),
  });
  for (const { id, method, path } of Object.values(operations)) {
    const parts = partsOf(schemas, `${id}.request`);
    const body = parts["body"] && {
      required: true,
      content: { "application/json": { schema: zodOf(parts["body"]) } },
    };
    const response = zodOf(partsOf(schemas, `${id}.200`)["body"] ?? {});
    const route = createRoute({
      method: method.toLowerCase() as "get" | "post" | "delete",
      path,
      request: {
        query: parameters(parts["query"] ?? {}),
        headers: parameters(parts["headers"] ?? {}),
        ...(body && { body }),
      },
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

/** Parameters arrive as text, and header names in lower case. */
function parameters({ properties = {}, required = [] }: Schema) {
  const shape = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const type = zodOf(schema);
    const read = schema["type"] === "integer" ? z.preprocess(Number, type) : type;
    return [name.toLowerCase(), required.includes(name) ? read : read.optional()] as const;
  });
  return z.object(Object.fromEntries(shape));
}

function zodOf(schema: Schema) {
  const withoutConditions = ({ if: _, then: _then, else: _else, ...rest }: Schema): Schema =>
    mapSubschemas(rest, withoutConditions);
  return fromJSONSchema(withoutConditions(schema) as Parameters<typeof fromJSONSchema>[0]);
}

function refuse(context: Context, status: 400 | 500) {
  return context.json(cannedRefusal(status), status);
}
