import type { Schema } from "./json-schema/json-schema.ts";

/** An OpenAPI document of version 3.0 or 3.1; of what the toolkit does not read, only that it may be there. */
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

/** What operations of a document refer to, by kind and name. */
export interface OpenApiComponents {
  schemas?: Record<string, Schema>;
  parameters?: Record<string, OpenApiParameter>;
  responses?: Record<string, OpenApiResponse>;
  securitySchemes?: Record<string, OpenApiSecurityScheme>;
  [kind: string]: unknown;
}

/** How a caller proves who it is. */
export interface OpenApiSecurityScheme {
  type: "apiKey" | "http" | "oauth2" | "openIdConnect";
  /** Of an API key. */
  in?: "header" | "query" | "cookie";
  name?: string;
  /** Of `http`: what the header "Authorization" begins with. */
  scheme?: string;
}

/** Scopes by scheme: all of them together are one way to ask. */
export type OpenApiSecurity = Record<string, readonly string[]>;

/** Operations of one path, by lower-case method. */
export type PathItem = Record<string, OpenApiOperation>;

/** What a document says of one operation. */
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
  [extension: `x-${string}`]: unknown;
}

/** An answer of an operation. */
export interface OpenApiResponse {
  description: string;
  headers?: Record<string, { required?: boolean; description?: string; schema: Schema }>;
  content?: OpenApiContent;
  /** The service answers so outside any operation; it is a component that operations refer to. */
  "x-refusal"?: boolean;
  [extension: `x-${string}`]: unknown;
}

/** Bodies by media type. */
export type OpenApiContent = Record<
  string,
  {
    schema: Schema;
    examples?: Record<string, unknown>;
    /** Of forms, by field. */
    encoding?: Record<string, { contentType?: string }>;
  }
>;

/**
 * The answers of an operation, by status. What a service answers outside any operation as well is a component, and none of
 * these.
 *
 * @example
 * ownResponses({ operationId: "find", responses: { 404: { $ref: "#/components/responses/Error" } } }); // []
 */
export function ownResponses({ responses }: OpenApiOperation): [string, OpenApiResponse][] {
  return Object.entries(responses).filter(
    (entry): entry is [string, OpenApiResponse] => !("$ref" in entry[1]),
  );
}

/** Stands for a component. */
export interface Reference {
  $ref: string;
}
