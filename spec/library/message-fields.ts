import {
  isArrayModelType,
  isRecordModelType,
  navigateTypesInNamespace,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import {
  getAllHttpServices,
  type HttpOperation,
  type HttpProperty,
  type HttpService,
} from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { getContentSchema } from "./declarations.ts";
import { scalarsOf } from "./scalars.ts";

/** Where a property is sent: in a request, in a response, or within a Base64 string of either. */
export type Direction = "request" | "response" | "content";

/** A property of a message: a parameter, a header, or a field of a body at any depth. */
export interface MessageField {
  readonly property: ModelProperty;
  readonly direction: Direction;
}

/**
 * Every service, computed once: several rules need them, and the HTTP library visits each type that an operation leads to
 * each time.
 */
export function servicesOf(program: Program): readonly HttpService[] {
  const found = known.get(program) ?? getAllHttpServices(program)[0];
  known.set(program, found);
  return found;
}

const known = new WeakMap<Program, readonly HttpService[]>();

/** Every operation of every service. */
export function listHttpOperations(program: Program): readonly HttpOperation[] {
  return servicesOf(program).flatMap(({ operations }) => operations);
}

/** Every property of the messages of all services. */
export function collectMessageFields(program: Program): MessageField[] {
  const operations = listHttpOperations(program);
  const results = operations.flatMap(({ responses }) =>
    responses.flatMap((response) => response.responses),
  );
  const request = propertiesIn(operations.map(({ parameters }) => parameters));
  const response = propertiesIn(results, refusalsOf(program));
  const contents = [...request, ...response].flatMap((property) =>
    [property, ...scalarsOf(property.type)].flatMap(
      (scalar) => getContentSchema(program, scalar) ?? [],
    ),
  );
  const found = { request, response, content: propertiesIn([], contents) };
  return (["request", "response", "content"] as const).flatMap((direction) =>
    [...found[direction]].map((property) => ({ property, direction })),
  );
}

/** The bodies of errors: of every status from 400, and of every refusal. */
export function errorBodiesOf(program: Program): Type[] {
  const bodies = listHttpOperations(program).flatMap(({ responses }) =>
    responses
      .filter(({ statusCodes }) => typeof statusCodes === "number" && statusCodes >= 400)
      .flatMap(({ responses: contents }) =>
        contents.flatMap(({ body }) => (body ? [body.type] : [])),
      ),
  );
  return [...new Set([...bodies, ...refusalsOf(program)])];
}

/** The properties that a value of `type` may have, whichever variant or base model declares them. */
export function collectProperties(type: Type): ModelProperty[] {
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) => collectProperties(variant.type));
  if (type.kind !== "Model") return [];
  return [
    ...(type.baseModel ? collectProperties(type.baseModel) : []),
    ...type.properties.values(),
  ];
}

function refusalsOf(program: Program): Model[] {
  const found: Model[] = [];
  for (const { namespace } of servicesOf(program)) {
    navigateTypesInNamespace(namespace, {
      model: (model) => {
        if (getExtensions(program, model).has("x-refusal")) found.push(model);
      },
    });
  }
  return found;
}

/** The parameters and headers of messages, and the properties below the types of their bodies and further types. */
function propertiesIn(
  messages: readonly {
    readonly properties: readonly HttpProperty[];
    readonly body?: { readonly type: Type } | undefined;
  }[],
  types: readonly Type[] = [],
): Set<ModelProperty> {
  const found = new Set<ModelProperty>();
  const visited = new Set<Type>();
  const add = (property: ModelProperty): void => {
    found.add(property);
    visit(property.type);
  };
  const visit = (type: Type): void => {
    if (visited.has(type)) return;
    visited.add(type);
    if (type.kind === "Union") for (const variant of type.variants.values()) visit(variant.type);
    if (type.kind !== "Model") return;
    if (isArrayModelType(type) || isRecordModelType(type)) visit(type.indexer.value);
    collectProperties(type).forEach(add);
  };
  for (const { properties, body } of messages) {
    for (const { kind, property } of properties) if (besideBody.has(kind)) add(property);
    if (body) visit(body.type);
  }
  types.forEach(visit);
  return found;
}

const besideBody: ReadonlySet<string> = new Set(["header", "query", "path"]);
