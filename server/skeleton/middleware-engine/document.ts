/** The part of a generated OpenAPI 3.0 document that validation is made from. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
  };
}

export interface OpenApiOperation {
  readonly operationId?: string;
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface OpenApiResponse {
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema?: Schema }>
  >;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Reference {
  readonly $ref: string;
}

/** A schema object, of OpenAPI 3.0 or translated to JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** Narrows to what can be a schema, or any other plain object. */
export function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas in a list of them; none: there is no list. */
export function schemasIn(list: unknown): readonly Schema[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The strings in a list of them. */
export function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

/** Schemas by the name of their property. */
export function propertiesOf(schema: Schema): readonly [string, Schema][] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter((entry): entry is [string, Schema] =>
    isObject(entry[1]),
  );
}

/** `#/components/schemas/Item` → `Item` */
export function referredName({ $ref }: Schema): string | undefined {
  return typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
}
