import {
  isArrayModelType,
  isRecordModelType,
  navigateTypesInNamespace,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getAllHttpServices, type HttpOperation, type HttpProperty } from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { getContentSchema } from "./decorators.ts";
import { scalarsOf } from "./scalars.ts";

/** Where a property travels: in a request, in a response, or within a Base64 string of either. */
export type Direction = "request" | "response" | "content";

/** A property that messages carry: a parameter, a header, or a field of a body however deep. */
export interface MessageField {
  readonly property: ModelProperty;
  readonly direction: Direction;
}

/** Every operation of every service. Several rules ask for them, and the library for HTTP makes them again each time. */
export function operationsOf(program: Program): readonly HttpOperation[] {
  const found =
    known.get(program) ?? getAllHttpServices(program)[0].flatMap(({ operations }) => operations);
  known.set(program, found);
  return found;
}

const known = new WeakMap<Program, readonly HttpOperation[]>();

/** Every property that a message of a service carries. */
export function fieldsOf(program: Program): MessageField[] {
  const inDirection = (direction: Direction, { found }: PropertyWalk): MessageField[] =>
    [...found].map((property) => ({ property, direction }));
  const request = requestWalk(program);
  const response = responseWalk(program);
  return [
    ...inDirection("request", request),
    ...inDirection("response", response),
    ...inDirection("content", contentWalk(program, [...request.found, ...response.found])),
  ];
}

/** The bodies of errors: of every status from 400, and of every refusal. */
export function errorBodiesOf(program: Program): Type[] {
  const bodies = operationsOf(program).flatMap(({ responses }) =>
    responses
      .filter(({ statusCodes }) => typeof statusCodes === "number" && statusCodes >= 400)
      .flatMap(({ responses: contents }) =>
        contents.flatMap(({ body }) => (body ? [body.type] : [])),
      ),
  );
  return [...new Set([...bodies, ...refusalsOf(program)])];
}

/** The properties that a value of `type` may have, whichever variant or base model declares them. */
export function propertiesOf(type: Type): ModelProperty[] {
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) => propertiesOf(variant.type));
  if (type.kind !== "Model") return [];
  return [...(type.baseModel ? propertiesOf(type.baseModel) : []), ...type.properties.values()];
}

/** One of each declaration: a property that is spread into several models is declared once. */
export function byDeclaration<Found extends { readonly property: Type }>(
  found: readonly Found[],
): Found[] {
  return [...new Map(found.map((each) => [each.property.node ?? each.property, each])).values()];
}

function requestWalk(program: Program): PropertyWalk {
  const walk = new PropertyWalk();
  for (const { parameters } of operationsOf(program)) {
    walk.parameters(parameters.properties);
    if (parameters.body) walk.type(parameters.body.type);
  }
  return walk;
}

function responseWalk(program: Program): PropertyWalk {
  const walk = new PropertyWalk();
  const contents = operationsOf(program).flatMap(({ responses }) =>
    responses.flatMap((response) => response.responses),
  );
  for (const { properties, body } of contents) {
    walk.parameters(properties);
    if (body) walk.type(body.type);
  }
  for (const model of refusalsOf(program)) walk.type(model);
  return walk;
}

function contentWalk(program: Program, holders: readonly ModelProperty[]): PropertyWalk {
  const walk = new PropertyWalk();
  for (const property of holders) {
    for (const place of [property, ...scalarsOf(property.type)]) {
      const content = getContentSchema(program, place);
      if (content) walk.type(content);
    }
  }
  return walk;
}

function refusalsOf(program: Program): Model[] {
  const found: Model[] = [];
  for (const { namespace } of getAllHttpServices(program)[0]) {
    navigateTypesInNamespace(namespace, {
      model: (model) => {
        if (getExtensions(program, model).has("x-refusal")) found.push(model);
      },
    });
  }
  return found;
}

/** Collects the properties below the types it is given, each once. */
class PropertyWalk {
  readonly found = new Set<ModelProperty>();
  readonly #visited = new Set<Type>();

  parameters(properties: readonly HttpProperty[]): void {
    for (const { kind, property } of properties) {
      if (kind !== "header" && kind !== "query" && kind !== "path") continue;
      this.#property(property);
    }
  }

  type(type: Type): void {
    if (this.#visited.has(type)) return;
    this.#visited.add(type);
    if (type.kind === "Union") {
      for (const variant of type.variants.values()) this.type(variant.type);
    }
    if (type.kind !== "Model") return;
    if (isArrayModelType(type) || isRecordModelType(type)) this.type(type.indexer.value);
    for (const property of propertiesOf(type)) this.#property(property);
  }

  #property(property: ModelProperty): void {
    this.found.add(property);
    this.type(property.type);
  }
}
