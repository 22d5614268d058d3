import {
  type OpenApiDocument,
  type Parameter,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";

/** A schema itself, or the component that it refers to. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = referredName(schema);
  return (name === undefined ? undefined : document.components?.schemas?.[name]) ?? schema;
}

export function scalarType(schema: Schema): Parameter["type"] {
  const type = schema.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
