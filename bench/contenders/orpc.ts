import { createServer, type Server } from "node:http";
import { OpenAPIHandler } from "@orpc/openapi/node";
import { os } from "@orpc/server";
import { z } from "zod";
import { cannedResponse } from "../canned-responses.ts";
import { zodRoutes } from "./zod-routes.ts";

/** oRPC's handler of OpenAPI on Node.js, which validates requests and responses. */
export async function orpc(folder: string): Promise<Server> {
  const procedures = (await zodRoutes(folder)).map(
    ({ id, method, path, query, headers, body, response }) => {
      const input = z.object({ query, headers, ...(body && { body }) });
      const procedure = os
        .route({ method, path: path as `/${string}`, inputStructure: "detailed" })
        .input(input)
        .output(response)
        .handler((given) => cannedResponse(id, given.input.query));
      return [id, procedure];
    },
  );
  const handler = new OpenAPIHandler(Object.fromEntries(procedures) as Router);
  return createServer((request, response) => void handler.handle(request, response));
}

type Router = ConstructorParameters<typeof OpenAPIHandler>[0];
