import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  Operation,
  Schema,
} from "contract-kernel";
import type { Case } from "../../case.ts";
import { describedValuesOf } from "./schema.ts";
import { additionsTo, applyTo, pairsOf, variantsOf, type Variant } from "./variants.ts";

/** A request derived from a documented one. */
export interface DerivedRequest {
  /** `<operationId>/<sample> <what was changed>`, the same in every run. */
  readonly id: string;
  readonly operation: Operation;
  readonly message: RequestParts;
}

/** A request by its parts; parameters have the values that they are coerced to. */
export interface RequestParts {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly body?: unknown;
}

/** A response derived from a documented one. */
export interface DerivedResponse {
  readonly id: string;
  readonly operation: Operation;
  readonly status: number;
  readonly message: ResponseParts;
}

/** A response by its parts. */
export interface ResponseParts {
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
}

/**
 * Derives requests from documented ones: each place of each changed in every way, and pairs of such changes. A change
 * that several requests of an operation allow is made to the first.
 */
export function deriveRequests(
  document: OpenApiDocument,
  cases: readonly Case[],
): DerivedRequest[] {
  const bases = cases.flatMap(({ id, operation, call }) => {
    const described = describe(document, operation);
    if (!described) return [];
    const { path, query, headers, body } = call;
    const message: RequestParts = {
      path: { ...path },
      query: { ...query },
      headers: withoutCredentials(operation, headers),
      ...(body !== undefined && { body }),
    };
    const schema = requestSchema(described);
    return { id, group: operation.id, operation, message, schema };
  });
  return derive(document, bases);
}

/** Derives responses from documented ones in the same way. */
export function deriveResponses(
  document: OpenApiDocument,
  cases: readonly Case[],
): DerivedResponse[] {
  const bases = cases.flatMap(({ id, operation, response }) => {
    const described = describe(document, operation);
    if (!described) return [];
    const { status, headers, body } = response;
    return {
      id,
      group: `${operation.id} ${status}`,
      operation,
      status,
      message: { headers: { ...headers }, body },
      schema: responseSchema(described, status),
    };
  });
  return derive(document, bases);
}

interface Base {
  readonly id: string;
  /** What is derived from one base of a group is not derived from another. */
  readonly group: string;
  readonly message: object;
  readonly schema: Schema;
}

function derive<Each extends Base>(document: OpenApiDocument, bases: readonly Each[]): Each[] {
  const groups = Map.groupBy(bases, ({ group }) => group);
  return [...groups.values()].flatMap((group) => {
    const baseOf = new Map<string, Each>();
    const variants = group.flatMap((base) =>
      variantsIn(document, base).filter(({ name }) => {
        const isNew = !baseOf.has(name);
        if (isNew) baseOf.set(name, base);
        return isNew;
      }),
    );
    return [...variants, ...pairsOf(variants)].flatMap((variant) => {
      const base = baseOf.get(variant.name) ?? group[0];
      if (!base) return [];
      const message = applyTo(base.message, variant);
      return { ...base, id: `${base.id} ${variant.name}`, message };
    });
  });
}

function variantsIn(document: OpenApiDocument, { message, schema }: Base): Variant[] {
  return describedValuesOf(document, schema, message).flatMap((place) => {
    // A message always has its parts; what a client decides is what stands in them.
    if (place.pointer === "") return [];
    return parts.has(place.pointer) ? additionsTo(place) : variantsOf(place);
  });
}

const parts: ReadonlySet<string> = new Set(["/path", "/query", "/headers"]);

function describe(
  { paths }: OpenApiDocument,
  { path, method }: Operation,
): OpenApiOperation | undefined {
  return paths[path]?.[method.toLowerCase()];
}

function withoutCredentials(
  { parameters }: Operation,
  headers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = parameters.flatMap(({ name, credential }) => (credential ? [name] : []));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function requestSchema({ parameters = [], requestBody }: OpenApiOperation): Schema {
  const part = (place: string) =>
    objectOf(
      parameters.flatMap((each) =>
        "in" in each && each.in === place ? [[each.name, each.schema]] : [],
      ),
    );
  return objectOf([
    ["path", part("path")],
    ["query", part("query")],
    ["headers", part("header")],
    ["body", bodySchema(requestBody?.content)],
  ]);
}

function responseSchema({ responses }: OpenApiOperation, status: number): Schema {
  const response = responses[status];
  const headers = Object.entries(response?.headers ?? {});
  return objectOf([
    ["headers", objectOf(headers.map(([name, { schema }]) => [name, schema]))],
    ["body", bodySchema(response?.content)],
  ]);
}

function objectOf(properties: readonly (readonly [string, Schema])[]): Schema {
  return { type: "object", properties: Object.fromEntries(properties) };
}

function bodySchema(content: OpenApiContent = {}): Schema {
  return Object.values(content)[0]?.schema ?? {};
}
