import { shapesOf } from "../marked-values.ts";
import { sourceExtension, type Source } from "../source-positions.ts";
import { objectSchema, withExtensions } from "../validation/message-schemas.ts";
import { bodySchemaOf, type Service, type ServiceOperation } from "../service-model/service.ts";
import {
  documentedOf,
  isSchema,
  parametersOf,
  type OpenApiDocument,
  type Schema,
  type SourcePosition,
  statusKeyOf,
} from "@contract-toolkit/contract";
import type { Address, Step } from "./address.ts";

/** The element at an address: its source position and, for a value, its schemas. */
export interface SpecElement {
  readonly source: SourcePosition;
  /**
   * The schema of the value with everything that it refers to or is composed of; empty if the element is not a value.
   */
  readonly shapes: readonly Schema[];
  readonly required: boolean;
}

interface Held {
  readonly schema: Schema;
  readonly required: boolean;
}

/** Finds the element at an address in the documents of the services; undefined if there is none. */
export function findElement(
  services: readonly Service[],
  address: Exclude<Address, { kind: "choice" }>,
): SpecElement | undefined {
  const found = findServiceOperation(services, address.operation);
  if (!found) return undefined;
  const { service, each: serviceOperation } = found;
  const { source } = serviceOperation.operation;
  switch (address.kind) {
    case "operation":
      return { source, shapes: [], required: true };
    case "status":
      return documentedOf(serviceOperation.operation.responses, address.status) !== undefined
        ? { source, shapes: [], required: true }
        : undefined;
    case "value": {
      const document = service.documents.annotated;
      const held = followSchemaSteps(
        document,
        findPartSchema(document, serviceOperation, address),
        address.steps,
      );
      if (held.length === 0) return undefined;
      const shapes = held.flatMap(({ schema }) => shapesOf(document, schema));
      return {
        source: findShapeSource(shapes) ?? source,
        shapes,
        required: held.every(({ required }) => required),
      };
    }
  }
}

/** Finds an operation and its service. Operation ids are unique in a specification. */
export function findServiceOperation(
  services: readonly Service[],
  id: string,
): { service: Service; each: ServiceOperation } | undefined {
  for (const service of services) {
    const serviceOperation = service.operations.find(({ operation }) => operation.id === id);
    if (serviceOperation) return { service, each: serviceOperation };
  }
  return undefined;
}

function findPartSchema(
  document: OpenApiDocument,
  serviceOperation: ServiceOperation,
  { part, status }: Extract<Address, { kind: "value" }>,
): Schema | undefined {
  const key =
    status === undefined ? undefined : statusKeyOf(serviceOperation.operation.responses, status);
  const response = serviceOperation.responses.find((response) => response.status === key);
  const message = status === undefined ? serviceOperation : response;
  if (part === "body") return message && bodySchemaOf(message.bodySchemas);
  if (status !== undefined) {
    const headers = part === "headers" ? Object.entries(response?.headers ?? {}) : [];
    return objectSchema(headers.map(([name, header]) => ({ name, ...header })));
  }
  const { contentType, source } = serviceOperation.operation;
  const place = part === "headers" ? "header" : part;
  // Parameters with credentials are included.
  const { path, verb } = serviceOperation.http;
  const parameters = parametersOf(document, document.paths[path]?.[verb] ?? {});
  const type = { type: "string", const: contentType, [sourceExtension]: source };
  return objectSchema([
    ...parameters.filter((parameter) => parameter.in === place).map(withExtensions),
    ...(part === "headers" && contentType !== undefined
      ? [{ name: "Content-Type", schema: type, required: true }]
      : []),
  ]);
}

function followSchemaSteps(
  document: OpenApiDocument,
  whole: Schema | undefined,
  steps: readonly Step[],
): Held[] {
  return steps.reduce<Held[]>(
    (held, step) =>
      held.flatMap(({ schema }) =>
        shapesOf(document, schema).flatMap((shape) => enterSchema(document, shape, step)),
      ),
    whole ? [{ schema: whole, required: true }] : [],
  );
}

function enterSchema(document: OpenApiDocument, shape: Schema, step: Step): Held[] {
  if (step === "items")
    return isSchema(shape.items) ? [{ schema: shape.items, required: true }] : [];
  if (step === "content") {
    const name = shape["x-content-schema"];
    const schema = typeof name === "string" ? document.components?.schemas?.[name] : undefined;
    return schema ? [{ schema, required: true }] : [];
  }
  const schema = shape.properties?.[step.property];
  const required = shape.required?.includes(step.property) === true;
  return isSchema(schema) ? [{ schema, required }] : [];
}

function findShapeSource(shapes: readonly Schema[]): SourcePosition | undefined {
  return shapes
    .map((shape) => shape[sourceExtension] as Source | undefined)
    .find((source) => source !== undefined);
}
