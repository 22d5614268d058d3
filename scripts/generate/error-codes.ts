import { shapesOf } from "./marked-values.ts";
import type { CompiledSchemas } from "./validation/compiled-schemas.ts";
import {
  mapSubschemas,
  type OpenApiDocument,
  schemaProperties,
  type Response,
  type Schema,
} from "@contract-toolkit/contract";

/**
 * The property with the error code (`@errorCode`) and the codes that its schemas list. The list is empty if any number
 * is allowed.
 */
export function errorCodeOf(
  document: OpenApiDocument,
  body: Schema | undefined,
): Pick<Response, "errorCode"> {
  const marked = shapesOf(document, body ?? {})
    .flatMap(schemaProperties)
    .filter(([, schema]) => schema["x-error-code"] === true);
  const property = marked[0]?.[0];
  if (property === undefined) return {};
  const codes = marked
    .flatMap(([, schema]) => shapesOf(document, schema))
    .flatMap((shape) => [shape.const, shape.enum])
    .flat()
    .filter((code) => typeof code === "number");
  return {
    errorCode: {
      property,
      codes: [...new Set(codes)].sort((left, right) => left - right),
    },
  };
}

/** Error codes of values outside their bounds (`@boundsCode`), by schema path without the keyword (`open.Item#/properties/id`). */
export function boundsCodesOf({ messages, components }: CompiledSchemas): Record<string, number> {
  const codes: Record<string, number> = {};
  const visit = (schema: Schema, path: string): Schema => {
    const code = schema["x-bounds-code"];
    if (code !== undefined) codes[path] = code;
    return mapSubschemas(schema, (inside, steps) => visit(inside, `${path}/${steps}`));
  };
  for (const [id, schema] of [...components, ...messages]) visit(schema, `${id}#`);
  return codes;
}
