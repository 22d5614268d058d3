import type { AddressInfo } from "node:net";
import responseValidation from "@fastify/response-validation";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import createFastify, { type FastifyError } from "fastify";
import { mapSubschemas, type Schema } from "@contract-toolkit/kernel";
import { cannedAnswer } from "../canned-answers.ts";
import { readPrepared, type JudgedSchemas } from "../contender.ts";

/** Fastify with its own request validation and its plugin for answers, over the schemas of the compiled validators. */
export async function fastify(folder: string): Promise<number> {
  const schemas = await readPrepared(folder, "schemas.json");
  const statuses = statusesByOperation(Object.keys(schemas.messages));
  const app = createFastify({
    ajv: {
      customOptions: {
        allErrors: true,
        removeAdditional: false,
        strict: false,
      },
    },
  });
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) => {
    const errorCode = statusCode === 400 ? 1 : statusCode;
    reply.code(statusCode).send({ errorCode, message: "Not valid." });
  });
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  await app.register(responseValidation, { ajv });

  for (const { id, method, path } of await readPrepared(folder, "routes.json")) {
    const request = partsOf(schemas, `${id}.request`);
    const responses = (statuses.get(id) ?? []).map((status) => [
      status,
      partsOf(schemas, `${id}.${status}`)["body"],
    ]);
    app.route({
      method,
      url: path,
      schema: {
        params: request["path"],
        querystring: request["query"],
        headers: request["headers"],
        ...(request["body"] && { body: request["body"] }),
        response: Object.fromEntries(responses) as object,
      },
      handler: ({ query }, reply) => {
        reply.send(cannedAnswer(id, query as Readonly<Record<string, unknown>>));
      },
    });
  }
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Statuses that each operation documents, from ids such as `payOrder.200`. */
function statusesByOperation(ids: readonly string[]): Map<string, string[]> {
  const statuses = new Map<string, string[]>();
  for (const id of ids) {
    const [operation = "", status = ""] = id.split(".");
    if (!/^\d+$/.test(status)) continue;
    const known = statuses.get(operation);
    if (known) known.push(status);
    else statuses.set(operation, [status]);
  }
  return statuses;
}

/** Schemas of the parts of a message. */
function partsOf({ messages, components }: JudgedSchemas, id: string): Record<string, Schema> {
  // Given with their references, 100 operations take Fastify ten seconds to start and 1,000 do not end.
  const standAlone = (schema: Schema): Schema => {
    const { $ref, dependentRequired, ...rest } = schema;
    if (typeof $ref === "string") return standAlone(components[$ref] ?? {});
    const dependencies = dependentRequired as object | undefined;
    // Fastify's validator is of JSON Schema draft 7, which has one keyword for both kinds of dependency.
    return mapSubschemas({ ...rest, ...(dependencies && { dependencies }) }, standAlone);
  };
  const parts = messages[id]?.["properties"] ?? {};
  return Object.fromEntries(
    Object.entries(parts as Record<string, Schema>).map(([name, part]) => [name, standAlone(part)]),
  );
}
