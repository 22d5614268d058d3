import { type OpenApiDocument, type OpenApiParameter, isSchema } from "@contract-toolkit/kernel";
import type { DescribedOperation, DescribedParameter } from "./browser/request.ts";
import { type ReferenceOperation, resolveSchema } from "./contract.ts";

/** What the script of a page needs to know of an operation. */
export function describeOperation(
  document: OpenApiDocument,
  { id, method, path, body, parameters, credentials, emitted, responses }: ReferenceOperation,
): DescribedOperation {
  const always = document["x-always-content-type"];
  const contentType = Object.keys(body)[0] ?? (typeof always === "string" ? always : undefined);
  const refused = Object.keys(emitted.responses);
  return {
    id,
    method,
    path,
    ...(contentType !== undefined && { contentType }),
    parameters: parameters.map((each) => describeParameter(document, each)),
    credentials,
    statuses: [...new Set([...responses.map(([status]) => status), ...refused])],
  };
}

function describeParameter(
  document: OpenApiDocument,
  { name, in: place, required, explode, style, schema: written }: OpenApiParameter,
): DescribedParameter {
  const schema = resolveSchema(document, written);
  const items = isSchema(schema.items) ? resolveSchema(document, schema.items) : undefined;
  const { type } = items ?? schema;
  const separator =
    style === "pipeDelimited"
      ? "|"
      : style === "spaceDelimited"
        ? " "
        : place === "query" && explode !== false
          ? "&"
          : ",";
  return {
    part: place === "header" ? "headers" : place === "cookie" ? "cookies" : place,
    name,
    type: typeof type === "string" ? type : "string",
    required: required === true,
    ...(items && { separator }),
  };
}
