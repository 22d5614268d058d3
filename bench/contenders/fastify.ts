import responseValidation from "@fastify/response-validation";
import addFormats from "ajv-formats";
import createFastify, { type FastifyError } from "fastify";
import type { Server } from "node:http";
import { mapSubschemas, type Schema } from "@contract-toolkit/contract";
import { Ajv } from "ajv";
import type { CompiledSchemas } from "../../scripts/generate/validation/compiled-schemas.ts";
import { cannedResponse, cannedRefusal } from "../canned-responses.ts";
import { routeOf } from "./express.ts";
import { readContract, readSchemas } from "../contracts.ts";

/** Fastify with its own request validation and its plugin for responses. It uses the schemas of the compiled validators. */
export async function fastify(folder: string): Promise<Server> {
  const schemas = await readSchemas(folder);
  const { operations } = await readContract(folder);
  const app = createFastify({
    ajv: { customOptions: { allErrors: true, removeAdditional: false, strict: false } },
  });
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) => {
    reply.code(statusCode).send(cannedRefusal(statusCode));
  });
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  await app.register(responseValidation, { ajv });
  for (const { id, method, path, responses } of Object.values(operations)) {
    const request = partsOf(schemas, `${id}.request`);
    const bodies = Object.keys(responses).map((status) => [
      status,
      partsOf(schemas, `${id}.${status}`)["body"],
    ]);
    app.route({
      method,
      url: routeOf(path),
      schema: {
        params: request["path"],
        querystring: request["query"],
        headers: request["headers"],
        ...(request["body"] && { body: request["body"] }),
        response: Object.fromEntries(bodies) as object,
      },
      handler: ({ query }, reply) => {
        reply.send(cannedResponse(id, query as Readonly<Record<string, unknown>>));
      },
    });
  }
  await app.ready();
  return app.server;
}

/** Schemas of the parts of a message, with all references replaced by their schemas. */
export function partsOf(
  { messages, components }: CompiledSchemas,
  id: string,
): Record<string, Schema> {
  // With references, Fastify takes ten seconds to start with 100 operations, and does not finish with 1,000.
  const standAlone = (schema: Schema): Schema => {
    const { $ref, dependentRequired, ...rest } = schema;
    if (typeof $ref === "string") return standAlone(components.get($ref) ?? {});
    const dependencies = dependentRequired as object | undefined;
    // Fastify validates by JSON Schema draft 7, which has one keyword for both kinds of dependency.
    return mapSubschemas({ ...rest, ...(dependencies && { dependencies }) }, standAlone);
  };
  const parts = messages.get(id)?.["properties"] ?? {};
  return Object.fromEntries(
    Object.entries(parts as Record<string, Schema>).map(([name, part]) => [name, standAlone(part)]),
  );
}
