import {
  isSchema,
  mapDocumentParts,
  type OpenApiDocument,
  type Sample,
  type SampleRequest,
  type Schema,
  schemaReference,
} from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { withRefusals } from "./documents.ts";
import { shownSamples } from "./shown-samples.ts";
import { type Keeps, withValidExamples } from "./valid-examples.ts";
import type { Service } from "../service-model/service.ts";
import { withRequiredPathParameter } from "./uri-templates.ts";
import { compilerOf, serverSchemasOf } from "../validation/service-schemas.ts";

/** The documents of a service as they are published. They pass OpenAPI linters and strict readers. */
export function publishedDocuments(
  service: Service,
  services: readonly Service[],
  samples: readonly Sample[],
): { readonly openapi30: OpenApiDocument; readonly openapi31: OpenApiDocument } {
  const { openapi31 } = service.documents;
  const others = services.filter((item) => item !== service);
  const keeps: Keeps = (part, ...example) =>
    part === "paths"
      ? keepsSchema(service, ...example) === true
      : others.every((service) => keepsSchema(service, ...example) !== false);
  const shown = shownSamples(samples, (id, request) => canShow(service, id, request));
  return {
    openapi30: withValidExamples(publishedSchemas(service), shown, keeps),
    openapi31: withValidExamples(withContents(openapi31), shown, keeps),
  };
}

/** Whether the parts of a document can show a whole request: it is valid, and all its headers and query parameters are documented. */
function canShow(service: Service, id: string, request: SampleRequest): boolean {
  const found = service.operations.find(({ operation }) => operation.id === id);
  const names = new Set(found?.operation.parameters.map(({ name }) => name));
  const validate = compilerOf(service).getSchema(`${id}.request`);
  return (
    Object.keys({ ...request.query, ...request.headers }).every((name) => names.has(name)) &&
    // The validator fills in defaults.
    validate?.(structuredClone(request)) !== false
  );
}

/** Whether a server accepts a body in a message of an operation; undefined if there is no such message. */
function keepsSchema(
  service: Service,
  operation: string,
  message: string,
  body: unknown,
  contentType: string,
): boolean | undefined {
  const id = `${operation}.${message}`;
  const schema = serverSchemasOf(service).messages.get(id);
  if (!schema) return undefined;
  const condition = schema.allOf?.findIndex((part) => {
    const type = part.if?.properties?.["contentType"];
    return isSchema(type) && type.const === contentType;
  });
  const path =
    condition === undefined || condition < 0
      ? "properties/body"
      : `allOf/${condition}/then/properties/body`;
  const validate = compilerOf(service).getSchema(`${id}#/${path}`);
  // The validator fills in defaults.
  return validate?.(structuredClone(body)) as boolean | undefined;
}

/** The published 3.0 document before its examples are checked. */
export function publishedSchemas({ documents }: Service): OpenApiDocument {
  return inOpenApi30(withRefusals(documents.openapi30));
}

/** Describes the content of Base64 strings (JSON Schema 2020-12, Validation, section 8.5). */
function withContents(document: OpenApiDocument): OpenApiDocument {
  return mapDocumentParts(document, {
    parameter: withRequiredPathParameter,
    schema: (schema) =>
      typeof schema["x-content-schema"] === "string"
        ? {
            ...schema,
            contentMediaType: "application/json",
            contentSchema: { $ref: schemaReference(schema["x-content-schema"]) },
          }
        : schema,
  });
}

/** In OpenAPI 3.0, keywords beside a reference are ignored, and `nullable` extends only the `type` beside it. */
function inOpenApi30(document: OpenApiDocument): OpenApiDocument {
  return mapDocumentParts(document, {
    parameter: withRequiredPathParameter,
    schema: (schema) => addNull(withPlainReference(schema)),
  });
}

function withPlainReference(schema: Schema): Schema {
  const { $ref, ...beside } = schema;
  const isAlone = typeof $ref !== "string" || Object.keys(beside).length === 0;
  return isAlone ? schema : { ...beside, allOf: [{ $ref }] };
}

/** Null becomes a variant of a union, a value of an enum, or an alternative to a reference. */
function addNull(schema: Schema): Schema {
  const union = schema.anyOf ? "anyOf" : "oneOf";
  const branches = schema[union] ?? [];
  if (branches.length > 0) {
    const { nullable, ...beside } = schema;
    if (nullable !== true && !branches.some(isMarkedNullable)) return schema;
    return {
      ...(schema.type === undefined ? beside : schema),
      [union]: [...branches.map(unwrapNullable), onlyNull],
    };
  }
  if (!isMarkedNullable(schema)) return schema;
  if (schema.enum && !schema.enum.includes(null))
    return { ...schema, enum: [...schema.enum, null] };
  if (schema.allOf === undefined) return schema;
  const parts = Map.groupBy(Object.entries(schema), ([keyword]) => isOfField(keyword));
  const limits = Object.fromEntries(parts.get(false) ?? []);
  const anyOf = [unwrapNullable(limits), onlyNull];
  return { ...Object.fromEntries(parts.get(true) ?? []), anyOf };
}

/** OpenAPI 3.0 has no null type, and `nullable` needs a `type` beside it. */
const onlyNull: Schema = { type: "string", nullable: true, enum: [null] };

/** Keywords of the field itself. The others apply only to values that are not null. */
function isOfField(keyword: string): boolean {
  return isMetaDataKeyword(keyword) && !["x-bounds-code", "x-pattern-reason"].includes(keyword);
}

function isMarkedNullable({ nullable }: Schema): boolean {
  return nullable === true;
}

function unwrapNullable({ nullable: _, ...schema }: Schema): Schema {
  const { type: _type, allOf, ...others } = schema;
  const [only] = Array.isArray(allOf) ? (allOf as unknown[]) : [];
  return Object.keys(others).length === 0 && isSchema(only) ? only : schema;
}
