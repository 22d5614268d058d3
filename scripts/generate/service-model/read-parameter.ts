import { itemsOf, resolveSchema, scalarType } from "@contract-toolkit/schemas/resolve-schema";
import {
  type FieldType,
  isNegotiated,
  isSchema,
  type OpenApiDocument,
  type OpenApiParameter,
  type Parameter,
  type Schema,
} from "@contract-toolkit/contract";
import { objectFields } from "../openapi/exploded-objects.ts";

export function readParameter(
  document: OpenApiDocument,
  parameter: OpenApiParameter,
  isSecret: boolean,
): Parameter {
  const { name } = parameter;
  const schema = resolveSchema(document, parameter.schema);
  const items = itemsOf(document, schema);
  const { anyOf, oneOf = [] } = schema;
  const others = (anyOf ?? oneOf).filter((variant) => !itemsOf(document, variant));
  const singles = listedStrings(document, { anyOf: others });
  return {
    name,
    in: parameter.in,
    type: scalarType(document, items ?? schema),
    required: parameter.required === true,
    ...objectFormOf(document, parameter, schema),
    ...(parameter.style === "deepObject" && { fields: fieldTypesOf(document, parameter.schema) }),
    ...(items && {
      array: {
        explode: parameter.explode ?? parameter.in === "query",
        ...parameterSeparator(parameter),
        ...(singles.length > 0 && { singles }),
      },
    }),
    ...(parameter.in === "header" &&
      isNegotiated(name) && { negotiated: listedStrings(document, items ?? schema) }),
    ...(isSecret && { credential: true as const }),
  };
}

/** The form of an object in a path, or in a query without brackets. */
function objectFormOf(
  document: OpenApiDocument,
  parameter: OpenApiParameter,
  schema: Schema,
): Pick<Parameter, "object"> {
  const { in: place, style, explode = place === "query" } = parameter;
  if (schema.type !== "object" || style === "deepObject") return {};
  if (place !== "path" && place !== "query") return {};
  const others = schema.additionalProperties ?? schema.unevaluatedProperties;
  return {
    object: {
      explode,
      fields: fieldTypesOf(document, schema),
      ...(isSchema(others) && { others: fieldTypeOf(document, others) }),
    },
  };
}

/** The strings that a schema lists; empty if it allows others. */
function listedStrings(document: OpenApiDocument, schema: Schema): string[] {
  const { enum: values, anyOf, oneOf = [] } = resolveSchema(document, schema);
  if (values) return values.filter((value) => typeof value === "string");
  const branches = (anyOf ?? oneOf).map((branch) => listedStrings(document, branch));
  return branches.every((branch) => branch.length > 0) ? branches.flat() : [];
}

function fieldTypesOf(document: OpenApiDocument, schema: Schema): Record<string, FieldType> {
  const fields = objectFields(document, schema) ?? [];
  return Object.fromEntries(
    [...fields].map(([name, field]) => [name, fieldTypeOf(document, field.schema)]),
  );
}

export function fieldTypeOf(document: OpenApiDocument, schema: Schema): FieldType {
  const items = itemsOf(document, schema);
  return { type: scalarType(document, items ?? schema), ...(items && { list: true }) };
}

function parameterSeparator({
  style,
}: OpenApiParameter): Pick<NonNullable<Parameter["array"]>, "separator"> {
  if (style === "spaceDelimited") return { separator: " " };
  return style === "pipeDelimited" ? { separator: "|" } : {};
}
