import {
  type OpenApiDocument,
  type OpenApiOperation,
  operationsAt,
  type Schema,
} from "@contract-toolkit/contract";

/**
 * Documents the content type of files of any type (`Http.File`) as a header, so that handlers and callers read and give it.
 * OpenAPI has a range of types for such a body, which is no type of a message.
 */
export function withFileTypes(document: OpenApiDocument): OpenApiDocument {
  operationsAt(document.paths).forEach(addTypes);
  return document;
}

function addTypes(operation: OpenApiOperation): void {
  const { requestBody, responses } = operation;
  if (requestBody?.content[anyType])
    operation.parameters = [
      ...(operation.parameters ?? []),
      { name, in: "header", required: requestBody.required === true, description, schema },
    ];
  for (const response of Object.values(responses))
    if (!("$ref" in response) && response.content?.[anyType])
      response.headers = { ...response.headers, [name]: { required: true, description, schema } };
}

const anyType = "*/*";
const name = "Content-Type";
const description = "The media type of the file.";

/** RFC 9110, section 8.3.1. */
const schema: Schema = {
  type: "string",
  pattern: "^[\\w!#$%&'*+.^`|~-]+/[\\w!#$%&'*+.^`|~-]+(?:;.*)?$",
};
