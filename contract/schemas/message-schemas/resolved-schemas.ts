import {
  documentedOf,
  encodingFormats,
  formType,
  isBinaryType,
  isEventsType,
  isJsonType,
  isXmlType,
  mapSubschemas,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  pointerStep,
  parametersOf,
  schemaProperties,
  referredName,
  type Schema,
  ownResponses,
} from "@contract-toolkit/contract";
import { parametersObject, withFieldRules } from "@contract-toolkit/contract/field-rules";
import { mergeSchemas } from "@contract-toolkit/contract/schema-algebra";
import { impliedPartType } from "../documents/form-parts.ts";
import { overlargeOf } from "./overlarge.ts";
import { operationsById } from "../documents/operations.ts";
import {
  eventsMark,
  formMark,
  jsonMark,
  namesIn,
  origins,
  recursiveMark,
  textMark,
} from "./marks.ts";

/**
 * A request as one schema without references: `{ path, query, headers, body }`.
 *
 * @param contentType of the body; default: the first documented one
 */
export function resolvedRequestSchema(
  document: OpenApiDocument,
  operation: OpenApiOperation,
  contentType?: string,
): Schema {
  const { operationId, requestBody } = operation;
  const origin = `${operationId}.request#/properties`;
  const resolved = parametersOf(document, operation);
  const part = (place: string, name: string) =>
    resolvedParametersSchema(
      document,
      resolved.filter((parameter) => parameter.in === place),
      `${origin}/${name}`,
    );
  const body = resolvedBodySchema(document, requestBody?.content, origin, contentType);
  return {
    type: "object",
    required: requestBody?.required ? ["body"] : [],
    properties: {
      path: part("path", "path"),
      query: part("query", "query"),
      headers: part("header", "headers"),
      ...(resolved.some((parameter) => parameter.in === "cookie") && {
        cookies: part("cookie", "cookies"),
      }),
      ...(body && { body }),
    },
  };
}

/**
 * The schema of an operation's response with a status; undefined if the document has none.
 *
 * @param contentType of the body; default: the first documented one
 */
export function responseSchemaOf(
  document: OpenApiDocument,
  operationId: string,
  status: number,
  contentType?: string,
): Schema | undefined {
  const operation = operationsById(document).get(operationId);
  const response = operation && documentedOf(Object.fromEntries(ownResponses(operation)), status);
  return (
    response && resolvedResponseSchema(document, operationId, String(status), response, contentType)
  );
}

/**
 * A response as one schema without references: `{ headers, body }`.
 *
 * @param contentType of the body; default: the first documented one
 */
export function resolvedResponseSchema(
  document: OpenApiDocument,
  operationId: string,
  status: string,
  { headers = {}, content = {} }: OpenApiResponse,
  contentType?: string,
): Schema {
  const origin = `${operationId}.${status}#/properties`;
  const body = resolvedBodySchema(document, content, origin, contentType);
  const documented = Object.entries(headers).map(([name, header]) => ({
    name,
    in: "header" as const,
    ...header,
  }));
  return {
    type: "object",
    required: body ? ["body"] : [],
    properties: {
      headers: resolvedParametersSchema(document, documented, `${origin}/headers`),
      ...(body && { body }),
    },
  };
}

function resolvedBodySchema(
  document: OpenApiDocument,
  content: OpenApiContent = {},
  message: string,
  contentType = Object.keys(content)[0] ?? "",
): Schema | undefined {
  const media = content[contentType];
  const types = Object.keys(content);
  if (!media || isBinaryType(contentType)) return undefined;
  const origin =
    types.length === 1
      ? `${message}/body`
      : `${message.replace(/\/properties$/, "")}/allOf/${types.indexOf(contentType)}/then/properties/body`;
  if (overlargeOf(document).has(media.schema))
    return { [origins]: [origin], [recursiveMark]: true, places: "too many" };
  const schema = resolve(document, media.schema, origin);
  if (contentType === formType || contentType.startsWith("multipart/"))
    return formSchema(schema, media);
  if (isEventsType(contentType))
    return schema.type === "array" ? { ...schema, [eventsMark]: true } : undefined;
  const isValue = isXmlType(contentType) ? schema.type !== "string" : isJsonType(contentType);
  return isValue ? schema : { ...schema, [textMark]: true };
}

/** Files have no schema: only their presence can be checked. */
function formSchema(schema: Schema, { encoding = {} }: OpenApiContent[string]): Schema {
  const properties = schemaProperties(schema).map(([name, schema]) => {
    const [type = ""] = (
      encoding[name]?.contentType ?? impliedPartType(schema, () => undefined)
    ).split(",");
    if (type.includes("*") || isBinaryType(type)) return [name, {}] as const;
    return [name, type.includes("json") ? { ...schema, [jsonMark]: true } : schema] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties), [formMark]: true };
}

function resolvedParametersSchema(
  document: OpenApiDocument,
  parameters: readonly OpenApiParameter[],
  origin: string,
): Schema {
  return parametersObject(
    parameters.map((parameter) => [parameter.name, parameter] as const),
    ({ schema, "x-chosen": chosen }, name) => {
      const resolved = resolve(document, schema, `${origin}/properties/${pointerStep(name)}`);
      return chosen === undefined ? resolved : { ...resolved, "x-chosen": namesIn(chosen) };
    },
  );
}

/**
 * A schema with its references replaced by the schemas that they refer to, and the toolkit's own rules between fields written
 * in JSON Schema. A recursive reference becomes a schema with the mark `recursiveMark`.
 */
function resolve(
  document: OpenApiDocument,
  schema: Schema,
  origin: string,
  within: readonly string[] = [],
  isComponent = false,
): Schema {
  const { $ref: _, allOf, ...own } = schema;
  const name = referredName(schema);
  if (name !== undefined) {
    const referred = document.components?.schemas?.[name];
    if (!referred || within.includes(name)) return { [origins]: [origin], [recursiveMark]: true };
    return joinResolvedSchemas([
      resolve(document, own, origin, within),
      resolve(document, referred, `open.${name}#`, [...within, name], true),
    ]);
  }
  if (allOf) {
    // A component describes the same value as its base model, which does not count as a recursion. Elsewhere, `allOf` is a reference.
    const parts = allOf.map((part, index) =>
      resolve(
        document,
        part,
        `${origin}/allOf/${index}`,
        isComponent ? within.filter((outer) => outer !== referredName(part)) : within,
      ),
    );
    return joinResolvedSchemas([resolve(document, own, origin, within), ...parts]);
  }
  const component = own["x-content-schema"];
  if (typeof component === "string") {
    const { format, description } = own;
    const content = document.components?.schemas?.[component] ?? {};
    return {
      ...resolve(document, content, `contentSchema.${component}#`, within),
      format,
      description,
      "x-content-schema": component,
    };
  }
  const resolved = mapSubschemas(own, (schema, steps) =>
    resolve(document, schema, `${origin}/${steps}`, within),
  );
  const variants = (resolved.discriminator && (resolved.oneOf ?? resolved.anyOf)) ?? [];
  // A union that lacks a recursive variant would refuse valid values.
  if (variants.some((variant) => variant[recursiveMark]))
    return { [origins]: [origin], [recursiveMark]: true };
  const encoding = encodingFormats.get(own.contentEncoding);
  const whole = {
    ...resolved,
    // `contentEncoding` is only an annotation in JSON Schema; OpenAPI validates it.
    ...(encoding !== undefined && { format: resolved.format ?? encoding }),
    [origins]: [origin],
  };
  return withFieldRules(whole, schemaProperties(own));
}

/** A schema that is merged from several places has the origins of all of them. */
function joinResolvedSchemas(schemas: readonly Schema[]): Schema {
  return mergeSchemas(schemas, ["required", "x-chosen", origins]);
}
