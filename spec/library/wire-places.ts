import { resolveEncodedName, type ModelProperty, type Program } from "@typespec/compiler";
import {
  getCookieParamOptions,
  getHeaderFieldName,
  getPathParamName,
  getQueryParamName,
  isBody,
  isBodyRoot,
  isHeader,
  isStatusCode,
} from "@typespec/http";
import { operationsOf } from "./message-fields.ts";

/** Where a property travels, and under which name. */
export interface WirePlace {
  readonly part:
    | "path"
    | "query"
    | "request headers"
    | "response headers"
    | "cookies"
    | "status"
    | "body"
    | "whole body";
  readonly name: string;
}

/** Returns a function that tells where a property of a model, or a parameter of an operation, travels. */
export function wirePlaces(program: Program): (property: ModelProperty) => WirePlace {
  const operations = operationsOf(program);
  // A parameter that the route names needs no decorator.
  const inPath = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.parameters.filter(({ type }) => type === "path").map(({ param }) => param),
    ),
  );
  const inResponses = new Set(
    operations.flatMap(({ responses }) =>
      responses.flatMap((each) =>
        each.responses.flatMap(({ headers }) => Object.values(headers ?? {})),
      ),
    ),
  );
  return (property) => {
    const { name } = property;
    const query = getQueryParamName(program, property);
    if (query !== undefined) return { part: "query", name: query };
    const path = getPathParamName(program, property);
    if (path !== undefined || inPath.has(property)) return { part: "path", name: path ?? name };
    if (isHeader(program, property)) {
      const part = inResponses.has(property) ? "response headers" : "request headers";
      return { part, name: getHeaderFieldName(program, property) };
    }
    if (getCookieParamOptions(program, property)) return { part: "cookies", name };
    if (isStatusCode(program, property)) return { part: "status", name };
    if (isBody(program, property) || isBodyRoot(program, property))
      return { part: "whole body", name };
    return { part: "body", name: resolveEncodedName(program, property, "application/json") };
  };
}
