import type { Namespace } from "@typespec/compiler";
import type {
  BodyContent,
  OpenApiParameter,
  Operation,
  Schema,
  StatusRange,
} from "@contract-toolkit/contract";
import type { ViewedOperation } from "./service-views.ts";
import type { ServiceDocuments } from "../openapi/documents.ts";

/** Everything that the generator knows about a service. */
export interface Service {
  /** Folder name below `generated/`, made from the namespace and the version. */
  readonly name: string;
  readonly namespace: Namespace;
  /** Set if the service has versions. Each version is a separate contract. */
  readonly version?: string;
  readonly documents: ServiceDocuments;
  readonly operations: readonly ServiceOperation[];
}

/** One operation: its description for run time, its schemas, and the TypeSpec it comes from. */
export interface ServiceOperation extends ViewedOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly defaults: readonly string[];
  /** Schemas of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly responses: readonly ServiceResponse[];
}

/** Schemas of a body by content type, in the order of preference. */
export type ContentSchemas = ReadonlyMap<string, Schema>;

/** One status of an operation with its schemas. */
export interface ServiceResponse {
  readonly status: number | StatusRange;
  readonly description: string;
  readonly contents: readonly BodyContent[];
  /** Schemas of the body, by content type. */
  readonly bodySchemas: ContentSchemas;
  readonly headers: Readonly<Record<string, { required?: boolean; schema: Schema }>>;
}

/** The schema of a body: of the given content type, or of the first. */
export function bodySchemaOf(schemas: ContentSchemas, contentType?: string): Schema | undefined {
  return contentType === undefined ? [...schemas.values()][0] : schemas.get(contentType);
}
