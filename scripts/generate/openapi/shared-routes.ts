import type { Operation as TypeSpecOperation, Program, Type } from "@typespec/compiler";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import { $lib, getRoutePath, type HttpOperation } from "@typespec/http";
import {
  mediaTypeOf,
  type Constant,
  type OpenApiDocument,
  type PathItem,
} from "@contract-toolkit/kernel";

/** Operations of one method and path (`@sharedRoute`), of which there are several. */
export function sharedRoutesOf<Item extends { readonly http: HttpOperation }>(
  operations: readonly Item[],
): Item[][] {
  const groups = Map.groupBy(operations, ({ http }) => `${http.verb} ${http.path}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

/**
 * What a request has to have to be meant for one of several operations of a route: parameters that always have the same few
 * values. Empty: it is meant for this one where it is for none of the others.
 *
 * @param others the other operations of the route
 */
export function constantsOf(own: HttpOperation, others: readonly HttpOperation[]): Constant[] {
  const mine = allConstants(own);
  const telling = mine.filter((each) =>
    others.some((other) => allConstants(other).some((their) => isApart(each, their))),
  );
  if (telling.length > 0) return telling;
  // What another operation leaves open, this one has.
  const isOpen = others.some((other) => !allConstants(other).some(isParameter));
  return isOpen ? mine.filter(isParameter) : [];
}

/** Whether no request can be meant for both of two operations of a route. */
export function areToldApart(one: HttpOperation, other: HttpOperation): boolean {
  const theirs = allConstants(other);
  return allConstants(one).some((mine) => theirs.some((each) => isApart(mine, each)));
}

/** Of one place, and with no value in common. */
function isApart(one: Constant, other: Constant): boolean {
  const isSamePlace = one.in === other.in && one.name === other.name;
  return isSamePlace && !one.values.some((value) => other.values.includes(value));
}

/** Nearly every body has the same type. */
function isParameter({ name }: Constant): boolean {
  return name !== "content-type";
}

function allConstants({ parameters }: HttpOperation): Constant[] {
  const found = parameters.properties.flatMap((each): Constant[] => {
    if ((each.kind !== "query" && each.kind !== "header") || each.property.optional) return [];
    const values = constantValues(each.property.type);
    const name = each.kind === "header" ? each.options.name.toLowerCase() : each.options.name;
    return values ? [{ in: each.kind, name, values }] : [];
  });
  const types = (parameters.body?.contentTypes ?? []).map(mediaTypeOf);
  return types.length > 0
    ? [...found, { in: "header", name: "content-type", values: types }]
    : found;
}

/** The texts of a type that has only a few. */
function constantValues(type: Type): string[] | undefined {
  switch (type.kind) {
    case "String":
    case "Number":
    case "Boolean":
      return [String(type.value)];
    case "EnumMember":
      return [String(type.value ?? type.name)];
    case "Enum":
      return [...type.members.values()].map(({ value, name }) => String(value ?? name));
    case "Union": {
      const values = [...type.variants.values()].map((variant) => constantValues(variant.type));
      return values.every((each) => each !== undefined) ? values.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Gives each operation of a shared route a path of its own, so that the emitter writes each by itself and not all as one;
 * `withSharedPaths` gives them their path again.
 */
export function partSharedRoutes(program: Program, operations: readonly TypeSpecOperation[]): void {
  const routes = program.stateMap($lib.stateKeys.routes);
  for (const [index, operation] of operations.entries()) {
    const path = getRoutePath(program, operation)?.path ?? "";
    if (path.startsWith(mark)) continue;
    noteOfCopies(operation, (each) => {
      routes.set(each, `${mark}${index}/${path.replace(/^\//, "")}`);
    });
  }
}

/** No path of a specification has it. */
const mark = "/~shared~";

/**
 * A document in which operations of a shared route have the path that is theirs. OpenAPI has one operation for a method and path,
 * so the further ones have their ids after `#`, which no client should send; generators of other makers do.
 *
 * @param paths by operation id
 */
export function withSharedPaths(
  document: OpenApiDocument,
  paths: ReadonlyMap<string, string>,
): OpenApiDocument {
  if (paths.size === 0) return document;
  const items: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const [[verb, { operationId: id }] = ["", { operationId: "" }]] = Object.entries(item);
    const own = path.includes(mark) ? (paths.get(id) ?? path) : path;
    const key = items[own] && verb in items[own] ? `${own}#${id}` : own;
    items[key] = { ...items[key], ...item };
  }
  return { ...document, paths: items };
}
