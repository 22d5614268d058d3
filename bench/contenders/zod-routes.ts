import { mapSubschemas, type Schema } from "@contract-toolkit/contract";
import { fromJSONSchema, z } from "zod";
import { readContract, readSchemas } from "../contracts.ts";
import { partsOf } from "./fastify.ts";

/**
 * The operations of a contract for servers that validate with Zod. They do less work than the others, because Zod ignores conditions and
 * rules between fields of a JSON Schema.
 */
export async function zodRoutes(folder: string) {
  const schemas = await readSchemas(folder);
  const { operations } = await readContract(folder);
  return Object.values(operations).map(({ id, method, path }) => {
    const parts = partsOf(schemas, `${id}.request`);
    return {
      id,
      method,
      path,
      query: parameters(parts["query"] ?? {}),
      headers: parameters(parts["headers"] ?? {}),
      body: parts["body"] && zodOf(parts["body"]),
      response: zodOf(partsOf(schemas, `${id}.200`)["body"] ?? {}),
    };
  });
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
