import { isContainer, pointerStep } from "contract-kernel";

/** A schema object of OpenAPI 3.0. */
export type Schema = Readonly<Record<string, unknown>>;

/** The part of an OpenAPI 3.0 document that messages are derived from. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
  };
}

/** What a document says of one operation. */
export interface PathOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
        readonly content?: Content;
      }
    >
  >;
}

/** Schemas by content type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A place of a value with every schema that says something of it, those of alternatives included. */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
  readonly schemas: readonly Schema[];
}

/** Every place of `value`, the value itself first. */
export function placesOf(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  pointer = "",
): Place[] {
  return placesIn(document, [schema], value, pointer);
}

function placesIn(
  document: OpenApiDocument,
  all: readonly Schema[],
  value: unknown,
  pointer: string,
): Place[] {
  const schemas = all.flatMap((each) => expand(document, each));
  const place = { pointer, value, schemas };
  if (!isContainer(value)) return [place];
  const inside = Object.entries(value).flatMap(([name, field]) => {
    const step = pointerStep(name);
    const below = schemas.flatMap((schema) => fieldSchemas(schema, Array.isArray(value), name));
    return placesIn(document, below, field, `${pointer}/${step}`);
  });
  return [place, ...inside];
}

/** The schema, what it refers to, its parts and its alternatives. */
function expand(document: OpenApiDocument, schema: Schema): Schema[] {
  const { $ref } = schema;
  const name = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
  const referred = name === undefined ? undefined : document.components?.schemas?.[name];
  const parts = [schema["allOf"], schema["anyOf"], schema["oneOf"]].flat();
  return [
    schema,
    ...[referred, ...parts].filter(isSchema).flatMap((each) => expand(document, each)),
  ];
}

function fieldSchemas(
  { items, properties, additionalProperties }: Schema,
  inList: boolean,
  name: string,
): Schema[] {
  if (inList) return [items].filter(isSchema);
  const property = isSchema(properties) ? properties[name] : undefined;
  return [property ?? additionalProperties].filter(isSchema);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
