import type { Operation, Program } from "@typespec/compiler";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import { $lib, getRoutePath, type HttpOperation } from "@typespec/http";
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
  parametersOf,
  replaceExpressions,
} from "@contract-toolkit/contract";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";

/** Extension of an operation: its path as a URI template, if OpenAPI cannot say all of it. */
export const templateExtension = "x-uri-template";

/** A constant in the query of a route: `/search?mode=all`. */
interface RouteConstant {
  readonly name: string;
  readonly value: string;
}

/** An operation whose path is that of the OpenAPI document: `/a{/x*}` is `/a/{x}`. The HTTP library drops the slash. */
export function withTemplatePath(http: HttpOperation): HttpOperation {
  return { ...http, path: openApiPath(http) };
}

function openApiPath(http: HttpOperation): string {
  return replaceExpressions(pathTemplate(http), ({ name, operator }) =>
    operator === "/" ? `/{${name}}` : `{${name}}`,
  );
}

/** The template of the path with one variable an expression, without the query. */
function pathTemplate({ uriTemplate }: HttpOperation): string {
  return uriTemplate
    .replaceAll(/\{[?&][^{}]*\}/g, "")
    .replace(/\?.*$/s, "")
    .replaceAll(/\{([+./;]?)([^{}]*)\}/g, (_, operator: string, names: string) =>
      names
        .split(",")
        .map((name) => `{${operator}${name}}`)
        .join(operator === "" || operator === "+" ? "," : ""),
    );
}

function constantsIn({ uriTemplate }: HttpOperation): RouteConstant[] {
  const [, query = ""] = /\?([^{}]*)/.exec(uriTemplate.replaceAll(/\{[^{}]*\}/g, "")) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

/** Removes the constants from the routes of operations, which the emitter would refuse. `withUriTemplates` restores them. */
export function separateRouteConstants(program: Program, operations: readonly Operation[]): void {
  const routes = program.stateMap($lib.stateKeys.routes);
  for (const operation of operations) {
    const path = getRoutePath(program, operation)?.path ?? "";
    if (!path.includes("?")) continue;
    const plain = path.replace(/(?<!\{)\?[^{}]*/, "");
    noteOfCopies(operation, (copy) => {
      routes.set(copy, plain);
    });
  }
}

/**
 * Gives the operations of a document their templates, and the constants of their routes as parameters.
 *
 * @param operations by operation id
 */
export function withUriTemplates(
  document: OpenApiDocument,
  operations: ReadonlyMap<string, HttpOperation>,
): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const http = operations.get(operation.operationId);
      const [, fragment = ""] = path.split("#");
      const own = http ? openApiPath(http) + (fragment && `#${fragment}`) : path;
      (paths[own] ??= {})[method] = operation;
      if (!http) continue;
      const template = pathTemplate(http);
      if (template !== openApiPath(http) || hasObject(document, operation))
        operation[templateExtension] = template;
      const constants = constantsIn(http).map(({ name, value }) => ({
        name,
        in: "query" as const,
        required: true,
        schema: { type: "string" as const, enum: [value] },
      }));
      if (constants.length > 0)
        operation.parameters = [...(operation.parameters ?? []), ...constants];
    }
  return { ...document, paths };
}

/** Whether a path parameter is an object. */
function hasObject(document: OpenApiDocument, operation: OpenApiOperation): boolean {
  return parametersOf(document, operation).some(
    (parameter) =>
      parameter.in === "path" && resolveSchema(document, parameter.schema).type === "object",
  );
}

/** OpenAPI requires every path parameter. The extension says which one can be left out, with its slash. */
export function withRequiredPathParameter(
  parameter: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return parameter["in"] === "path" && parameter["required"] === false
    ? { ...parameter, required: true, "x-optional": true }
    : parameter;
}
