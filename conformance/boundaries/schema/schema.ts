/** A JSON Schema (2020-12) without references. */
export type Schema = Readonly<Record<string, unknown>>;

/** Paths in the contract's own schemas that a place of a message schema was made from, the nearest first. */
export const origins = "x-origins";

/** Formats that only tell a form how to show a value, or a program how to hold it. */
export const describingFormats: ReadonlySet<unknown> = new Set([
  "password",
  "float",
  "double",
  "int8",
  "int16",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
]);

/** Marks a schema that is inside itself, and is not told again. */
export const recursive = "x-recursive";

/** Marks a body that is not JSON. */
export const text = "x-text";

/** The part of an OpenAPI 3.1 document that constraints are read from. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  };
}

/** Operations of one path, by lower-case method. */
export type PathItem = Readonly<Record<string, DocumentedOperation>>;

export interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly (DocumentedParameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  /** Names of parameters that have to be given with this one. */
  readonly "x-requires"?: readonly string[];
  /** Name of the parameter that this one may not exceed. */
  readonly "x-at-most"?: string;
}

export interface DocumentedResponse {
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: Schema }>
  >;
  readonly content?: Content;
  /** The service answers so outside any operation. */
  readonly "x-refusal"?: boolean;
}

export interface Reference {
  readonly $ref: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** Every operation of a document, by operationId. */
export function operationsOf(document: OpenApiDocument): Map<string, DocumentedOperation> {
  const items = Object.values(document.paths ?? {});
  return new Map(
    items
      .flatMap((item) => Object.values(item))
      .filter((each) => typeof each.operationId === "string")
      .map((each) => [each.operationId, each]),
  );
}

/**
 * A document whose operations have only the answers that are theirs: what a service answers outside any operation is
 * documented with each, and no sample of one shows it.
 */
export function withoutRefusals(document: OpenApiDocument): OpenApiDocument {
  const own = ({ responses, ...operation }: DocumentedOperation): DocumentedOperation => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses).filter(([, response]) => response["x-refusal"] !== true),
    ),
  });
  const paths = Object.entries(document.paths ?? {}).map(([path, item]): [string, PathItem] => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, each]) => [method, own(each)])),
  ]);
  return { ...document, ...(document.paths && { paths: Object.fromEntries(paths) }) };
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The subschemas that a keyword holds as a list. */
export function listed(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The subschemas that a keyword holds by name. */
export function named(value: unknown): [string, Schema][] {
  return isSchema(value)
    ? Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    : [];
}

/** A list of names that a keyword holds. */
export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
