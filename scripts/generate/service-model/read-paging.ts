import {
  getPagingOperation,
  isList,
  type ModelProperty,
  type Operation,
  type PagingOperation,
  type Program,
  resolveEncodedName,
  type Type,
  walkPropertiesInherited,
} from "@typespec/compiler";
import { getHeaderFieldName, getQueryParamName, isBody, isBodyRoot } from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import type { NextPage, PageParameter, Paging, ResponsePlace } from "@contract-toolkit/contract";
import type { ServiceOperation } from "./service.ts";

/** How the pages of a list are read; undefined if an operation is no `@list`, or does not say how the next page is asked for. */
export function readPaging(
  program: Program,
  operation: Operation,
  { parameters }: Pick<ServiceOperation, "parameters">,
): Paging | undefined {
  if (!isList(program, operation)) return undefined;
  const [paging] = getPagingOperation(program, operation);
  const items = paging && placeOf(program, paging.output.pageItems.path);
  const next = paging && readNext(program, operation, paging, parameters);
  return items && "body" in items && next ? { items: items.body, next } : undefined;
}

function readNext(
  program: Program,
  { returnType }: Operation,
  { input, output }: PagingOperation,
  parameters: ServiceOperation["parameters"],
): NextPage | undefined {
  if (output.nextLink) return { by: "link", at: placeOf(program, output.nextLink.path) };
  const parameterOf = (part: keyof PagingOperation["input"]) =>
    input[part] && readParameter(program, input[part].property);
  const token = parameterOf("continuationToken");
  if (token && output.continuationToken)
    return { by: "token", at: placeOf(program, output.continuationToken.path), parameter: token };
  const first = ({ name }: PageParameter, usual: number) => {
    const { default: value, minimum } = parameters.find((item) => item.name === name)?.schema ?? {};
    return [value, minimum].find((number) => typeof number === "number") ?? usual;
  };
  const [path] = findTotals(program, returnType);
  const total = path && { total: placeOf(program, path) };
  const number = parameterOf("pageIndex");
  if (number) return { by: "number", first: first(number, 1), parameter: number, ...total };
  const offset = parameterOf("offset");
  return offset && { by: "offset", first: first(offset, 0), parameter: offset, ...total };
}

/** The properties that lead to each with `@totalItems`. A type that occurs several times is read once. */
function findTotals(program: Program, type: Type, read = new Set<Type>()): ModelProperty[][] {
  if (read.has(type)) return [];
  read.add(type);
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) =>
      findTotals(program, variant.type, read),
    );
  if (type.kind !== "Model") return [];
  return [...walkPropertiesInherited(type)].flatMap((property) =>
    getExtensions(program, property).has("x-total-items")
      ? [[property]]
      : findTotals(program, property.type, read).map((path) => [property, ...path]),
  );
}

function readParameter(program: Program, property: ModelProperty): PageParameter | undefined {
  const query = getQueryParamName(program, property);
  if (query) return { in: "query", name: query };
  const header = getHeaderFieldName(program, property);
  return header ? { in: "header", name: header } : undefined;
}

/** Where a response has a property. */
function placeOf(program: Program, path: readonly ModelProperty[]): ResponsePlace {
  const last = path.at(-1);
  const header = last && getHeaderFieldName(program, last);
  if (header) return { header };
  return {
    body: path
      .filter((property) => !isBody(program, property) && !isBodyRoot(program, property))
      .map((property) => resolveEncodedName(program, property, "application/json")),
  };
}
