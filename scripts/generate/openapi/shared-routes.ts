import type { Operation as TypeSpecOperation, Program, Type } from "@typespec/compiler";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import { $lib, getRoutePath, type HttpOperation } from "@typespec/http";
import {
  mediaTypeOf,
  type Constant,
  type OpenApiDocument,
  type PathItem,
} from "@contract-toolkit/contract";

/** Groups of two or more operations with the same method and path (`@sharedRoute`). */
export function sharedRoutesOf<Item extends { readonly http: HttpOperation }>(
  operations: readonly Item[],
): Item[][] {
  const groups = Map.groupBy(operations, ({ http }) => `${http.verb} ${http.path}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

/**
 * The constant parameters by which a request selects this operation of a shared route. If there are none, the operation
 * gets the requests that select no other.
 *
 * @param others the other operations of the route
 */
export function selectingConstants(
  own: HttpOperation,
  others: readonly HttpOperation[],
): Constant[] {
  const mine = allConstants(own);
  const distinguishing = mine.filter((constant) =>
    others.some((otherOperation) =>
      allConstants(otherOperation).some((their) => areDisjointConstants(constant, their)),
    ),
  );
  if (distinguishing.length > 0) return distinguishing;
  // Another operation has no constant parameter, so this one is selected by its own.
  const isOpen = others.some((otherOperation) => !allConstants(otherOperation).some(isParameter));
  return isOpen ? mine.filter(isParameter) : [];
}

/** Whether no request can select both operations of a route. */
export function areDistinguishable(left: HttpOperation, right: HttpOperation): boolean {
  const theirs = allConstants(right);
  return allConstants(left).some((mine) =>
    theirs.some((constant) => areDisjointConstants(mine, constant)),
  );
}

function areDisjointConstants(left: Constant, right: Constant): boolean {
  const isSamePlace = left.in === right.in && left.name === right.name;
  return isSamePlace && !left.values.some((value) => right.values.includes(value));
}

/** The content type does not count: nearly all bodies have the same one. */
function isParameter({ name }: Constant): boolean {
  return name !== "content-type";
}

function allConstants({ parameters }: HttpOperation): Constant[] {
  const found = parameters.properties.flatMap((property): Constant[] => {
    if ((property.kind !== "query" && property.kind !== "header") || property.property.optional)
      return [];
    const values = constantValues(property.property.type);
    const name =
      property.kind === "header" ? property.options.name.toLowerCase() : property.options.name;
    return values ? [{ in: property.kind, name, values }] : [];
  });
  const types = (parameters.body?.contentTypes ?? []).map(mediaTypeOf);
  return types.length > 0
    ? [...found, { in: "header", name: "content-type", values: types }]
    : found;
}

/** The values of a type that lists them, as strings. */
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
      return values.every((value) => value !== undefined) ? values.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Gives each operation of a shared route a temporary path, so that the emitter does not merge them. `withSharedPaths`
 * restores the path.
 */
export function separateSharedRoutes(
  program: Program,
  operations: readonly TypeSpecOperation[],
): void {
  const routes = program.stateMap($lib.stateKeys.routes);
  for (const [index, operation] of operations.entries()) {
    const path = getRoutePath(program, operation)?.path ?? "";
    if (path.startsWith(mark)) continue;
    noteOfCopies(operation, (operation) => {
      routes.set(operation, `${mark}${index}/${path.replace(/^\//, "")}`);
    });
  }
}

/** Prefix of temporary paths. No path of a specification begins with it. */
const mark = "/~shared~";

/**
 * Restores the paths of shared routes. OpenAPI allows one operation per method and path, so further operations get
 * `#<operation id>` after the path. No client should send the fragment, but some other generators do.
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
