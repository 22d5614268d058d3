import { referredName, type Schema } from "./json-schema/json-schema.ts";

/** An OpenAPI document of version 3.0 or 3.1, with the parts that the toolkit reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, PathItem>;
  components?: OpenApiComponents;
  /** OpenAPI 3.1: operations that the service calls, by name. */
  webhooks?: Record<string, PathItem>;
  security?: OpenApiSecurity[];
  [key: string]: unknown;
}

/** Components by kind and name. */
export interface OpenApiComponents {
  schemas?: Record<string, Schema>;
  parameters?: Record<string, OpenApiParameter>;
  responses?: Record<string, OpenApiResponse>;
  securitySchemes?: Record<string, OpenApiSecurityScheme>;
  [kind: string]: unknown;
}

/** A way to authenticate. */
export interface OpenApiSecurityScheme {
  type: "apiKey" | "http" | "oauth2" | "openIdConnect";
  /** For API keys. */
  in?: "header" | "query" | "cookie";
  name?: string;
  /** For `http`: the scheme of the header "Authorization". */
  scheme?: string;
}

/** Scopes by scheme. All schemes are required together. */
export type OpenApiSecurity = Record<string, readonly string[]>;

/** Operations of one path, by method in lower case. */
export type PathItem = Record<string, OpenApiOperation>;

/** An operation in a document. */
export interface OpenApiOperation {
  operationId: string;
  summary?: string;
  tags?: string[];
  description?: string;
  parameters?: (OpenApiParameter | Reference)[];
  requestBody?: { required?: boolean; content: OpenApiContent };
  responses: Record<string, OpenApiResponse | Reference>;
  security?: OpenApiSecurity[];
  [extension: `x-${string}`]: unknown;
}

/** A parameter of an operation. */
export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  explode?: boolean;
  style?: string;
  schema: Schema;
  examples?: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}

/** The part of a request that has the parameters of a place. */
export const partOfPlace = {
  path: "path",
  query: "query",
  header: "headers",
  cookie: "cookies",
} as const;

/** A response of an operation. */
export interface OpenApiResponse {
  description: string;
  headers?: Record<string, { required?: boolean; description?: string; schema: Schema }>;
  content?: OpenApiContent;
  /** Set on a component that is a response outside any operation. */
  "x-refusal"?: boolean;
  [extension: `x-${string}`]: unknown;
}

/** Bodies by media type. */
export type OpenApiContent = Record<
  string,
  {
    schema: Schema;
    example?: unknown;
    examples?: Record<string, unknown>;
    /** For forms, by field. */
    encoding?: Record<string, { contentType?: string }>;
  }
>;

/**
 * The responses of an operation by status, without references to responses outside any operation.
 *
 * @example
 * ownResponses({ operationId: "find", responses: { 404: { $ref: "#/components/responses/Error" } } }); // []
 */
export function ownResponses({ responses }: OpenApiOperation): [string, OpenApiResponse][] {
  return Object.entries(responses).filter(
    (entry): entry is [string, OpenApiResponse] => !("$ref" in entry[1]),
  );
}

/** The parameters of an operation. A reference is the shared parameter, and one that leads to nothing is left out. */
export function parametersOf(
  { components }: Pick<OpenApiDocument, "components">,
  { parameters = [] }: Pick<OpenApiOperation, "parameters">,
): OpenApiParameter[] {
  return parameters.flatMap((parameter) =>
    "$ref" in parameter
      ? (components?.parameters?.[referredName(parameter) ?? ""] ?? [])
      : [parameter],
  );
}

/** The operations of the paths of a document, or of its webhooks. */
export function operationsAt(items: Readonly<Record<string, PathItem>> = {}): OpenApiOperation[] {
  return Object.values(items).flatMap((item) => Object.values(item));
}

/** A reference to a component. */
export interface Reference {
  $ref: string;
}
