import {
  type BodyContent,
  contentsOf,
  isObject,
  type OpenApiDocument,
  type OpenApiParameter,
  schemaProperties,
  type SampleRequest,
  type Schema,
} from "@contract-toolkit/contract";
import { type Service, type ServiceOperation } from "../service-model/service.ts";
import { valuesOfFormat } from "@contract-toolkit/schemas/message-generator/format-values";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";

/**
 * Derives the request of an operation with a multipart form: its required parameters and fields, and every file.
 * TypeSpec has no values for parts, so an example of such an operation can only show the response. Values of `@example`
 * are used.
 *
 * @returns an empty object for an operation without such a form
 */
export function formSample(
  service: Service,
  serviceOperation: ServiceOperation,
): Partial<SampleRequest> {
  const content = contentsOf(serviceOperation.operation.body).find(({ contentType }) =>
    contentType.startsWith("multipart/"),
  );
  const schema = content && serviceOperation.bodySchemas.get(content.contentType);
  if (!schema) return {};
  const document = service.documents.annotated;
  const required = (place: OpenApiParameter["in"]) =>
    Object.fromEntries(
      serviceOperation.parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map(({ name, schema: of }) => [name, makeMinimalValue(document, of)]),
    );
  return {
    path: required("path"),
    query: required("query"),
    body: makeFormSample(document, content, schema),
  };
}

function makeFormSample(
  document: OpenApiDocument,
  { fields = {} }: BodyContent,
  schema: Schema,
): unknown {
  const required = new Set(schema.required);
  const values = schemaProperties(schema).flatMap(([name, schema]) => {
    const { type, list } = fields[name] ?? {};
    if (type !== "file")
      return required.has(name) ? [[name, makeMinimalValue(document, schema)]] : [];
    return [[name, list ? [sampleFile] : sampleFile]];
  });
  return Object.fromEntries(values) as unknown;
}

/** Bytes that are not UTF-8 text, in Base64. */
const sampleFile = "AP8B/g==";

/** A minimal valid value. It ignores patterns: a value that breaks one is reported with its line. */
function makeMinimalValue(document: OpenApiDocument, schema: Schema): unknown {
  const whole = resolveSchema(document, schema);
  const { allOf, anyOf, oneOf } = whole;
  const shown = [whole.const, whole.enum?.[0], whole.example, whole.default].find(
    (value) => value !== undefined,
  );
  if (shown !== undefined) return shown;
  const [branch] = anyOf ?? oneOf ?? [];
  if (branch) return makeMinimalValue(document, branch);
  switch (whole.type) {
    case "integer":
    case "number":
      return whole.minimum ?? whole.maximum ?? 1;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: Math.max(1, whole.minItems ?? 1) }, () =>
        makeMinimalValue(document, whole.items ?? {}),
      );
    case "object":
      return makeMinimalObject(document, whole);
    default:
      return allOf
        ? makeMinimalObject(document, whole)
        : (valuesOfFormat(whole.format).usual ?? "text").padEnd(whole.minLength ?? 0, "x");
  }
}

function makeMinimalObject(document: OpenApiDocument, schema: Schema): object {
  const parts = (schema.allOf ?? [])
    .map((part) => makeMinimalValue(document, part))
    .filter(isObject);
  const own = schemaProperties(schema)
    .filter(([name]) => schema.required?.includes(name))
    .map(([name, schema]) => [name, makeMinimalValue(document, schema)] as const);
  return Object.assign({}, ...parts, Object.fromEntries(own)) as object;
}
