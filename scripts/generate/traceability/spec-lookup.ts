import type { HttpOperation } from "@typespec/http";
import { shapesOf } from "../marked-values.ts";
import { sourceExtension, type Source } from "../source-positions.ts";
import { bodySchemaOf, resolveParameter, type Service, type ServiceOperation } from "../service.ts";
import {
  isSchema,
  type OpenApiDocument,
  type OpenApiParameter,
  type Schema,
  type SourcePosition,
} from "@contract-toolkit/kernel";
import type { Address, Step } from "./address.ts";

/** What a specification has at an address: where it is written, and for a value its schemas. */
export interface SpecElement {
  readonly source: SourcePosition;
  /** The schema of the value with everything that it refers to or is composed of; empty for what is no value. */
  readonly shapes: readonly Schema[];
  readonly required: boolean;
}

/** What holds a value on the way to the address: a schema and whether the value is always there. */
interface Held {
  readonly schema: Schema;
  readonly required: boolean;
}

/** Finds an address in the documents of the services; undefined when it is not there. */
export function findElement(
  services: readonly Service[],
  address: Exclude<Address, { kind: "choice" }>,
): SpecElement | undefined {
  const found = findOperation(services, address.operation);
  if (!found) return undefined;
  const { service, each } = found;
  const { source } = each.operation;
  switch (address.kind) {
    case "operation":
      return { source, shapes: [], required: true };
    case "status":
      return each.responses.some(({ status }) => status === address.status)
        ? { source, shapes: [], required: true }
        : undefined;
    case "value": {
      const document = service.documents.annotated;
      const held = findValue(document, each, address);
      if (held.length === 0) return undefined;
      const shapes = held.flatMap(({ schema }) => shapesOf(document, schema));
      return {
        source: sourceOf(shapes) ?? source,
        shapes,
        required: held.every(({ required }) => required),
      };
    }
  }
}

/** The operation of that id and its service; operation ids are unique among the services of a specification. */
export function findOperation(
  services: readonly Service[],
  id: string,
): { service: Service; each: ServiceOperation } | undefined {
  for (const service of services) {
    const each = service.operations.find(({ operation }) => operation.id === id);
    if (each) return { service, each };
  }
  return undefined;
}

function findValue(
  document: OpenApiDocument,
  each: ServiceOperation,
  { part, status, steps }: Extract<Address, { kind: "value" }>,
): Held[] {
  if (part === "body") {
    const message =
      status === undefined ? each : each.responses.find((response) => response.status === status);
    const schema = message && bodySchemaOf(message.bodySchemas);
    return schema ? follow(document, [{ schema, required: true }], steps) : [];
  }
  const [first, ...rest] = steps;
  if (typeof first !== "object") return [];
  return follow(document, parametersOf(document, each, part, status, first.property), rest);
}

function parametersOf(
  document: OpenApiDocument,
  each: ServiceOperation,
  part: "path" | "query" | "headers",
  status: number | undefined,
  name: string,
): Held[] {
  if (status !== undefined) {
    const header = each.responses.find((response) => response.status === status)?.headers[name];
    return part === "headers" && header
      ? [{ schema: header.schema, required: header.required === true }]
      : [];
  }
  const { contentType, source } = each.operation;
  if (part === "headers" && name === "Content-Type" && contentType)
    return [
      {
        schema: {
          type: "string",
          const: contentType,
          [sourceExtension]: source,
        },
        required: true,
      },
    ];
  const place = part === "headers" ? "header" : part;
  return emittedParameters(document, each.http)
    .filter((one) => one.in === place && one.name === name)
    .map(({ schema, required, ...parameter }) => ({
      schema: { ...schema, ...extensionsOf(parameter) },
      required: required === true,
    }));
}

/** What the toolkit's decorators say of a parameter stands beside its schema. */
function extensionsOf(parameter: object): Schema {
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => name.startsWith("x-")));
}

/** The parameters of an operation, those that carry credentials included. */
function emittedParameters(
  document: OpenApiDocument,
  { path, verb }: HttpOperation,
): OpenApiParameter[] {
  return (document.paths[path]?.[verb]?.parameters ?? []).map((parameter) =>
    resolveParameter(document, parameter),
  );
}

function follow(
  document: OpenApiDocument,
  held: readonly Held[],
  [step, ...rest]: readonly Step[],
): Held[] {
  if (step === undefined) return [...held];
  const next = held.flatMap(({ schema }) =>
    shapesOf(document, schema).flatMap((shape) => enter(document, shape, step)),
  );
  return follow(document, next, rest);
}

function enter(document: OpenApiDocument, shape: Schema, step: Step): Held[] {
  if (step === "items")
    return isSchema(shape.items) ? [{ schema: shape.items, required: true }] : [];
  if (step === "content") {
    const name = shape["x-content-schema"];
    const schema = typeof name === "string" ? document.components?.schemas?.[name] : undefined;
    return schema ? [{ schema, required: true }] : [];
  }
  const { properties, required } = shape;
  const schema = isSchema(properties) ? properties[step.property] : undefined;
  return isSchema(schema)
    ? [
        {
          schema,
          required: Array.isArray(required) && required.includes(step.property),
        },
      ]
    : [];
}

function sourceOf(shapes: readonly Schema[]): SourcePosition | undefined {
  return shapes
    .map((shape) => shape[sourceExtension] as Source | undefined)
    .find((source) => source !== undefined);
}
