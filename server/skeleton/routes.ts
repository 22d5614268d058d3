import { ownValue } from "@contract-toolkit/contract";
import type { IncomingHttpHeaders } from "node:http";
import {
  isNegotiated,
  mediaTypeOf,
  negotiate,
  prefixOf,
  replaceExpressions,
  spansSegments,
  type Constant,
  type Operation,
} from "@contract-toolkit/contract/messages";
import { PathTree } from "./path-tree.ts";
import { groupPairs } from "./requests/query.ts";

/**
 * An operation with the decoded path parameters of a request. In lists, `%` and commas within items are still encoded.
 */
export interface Route {
  readonly operation: Operation;
  readonly path: Record<string, string>;
}

/** The parts of a request that distinguish operations with the same method and path. */
interface Given {
  /** Query of the request line, without `?`. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
}

interface Shared {
  readonly operations: readonly [Operation, ...Operation[]];
  readonly names: readonly string[];
  readonly lists: ReadonlySet<string>;
}

/** Builds the routing table of a contract. The time to find an operation does not grow with their number. */
export function createRoutingTable(operations: readonly Operation[]) {
  /** Paths without parameters, which are the most frequent. */
  const exact = new Map<string, Map<string, Route>>();
  const trees = new Map<string, PathTree<Shared>>();
  const groups = Map.groupBy(operations, ({ method, path }) => `${method} ${path}`);
  for (const [operation, ...others] of groups.values()) {
    if (!operation) continue;
    const { method, parameters } = operation;
    const tree = trees.get(method) ?? new PathTree();
    const inPath = parameters.filter(
      (parameter) => parameter.in === "path" && (parameter.array ?? parameter.object),
    );
    const lists = new Set(inPath.map(({ name }) => name));
    for (const pattern of routePatterns(operation)) {
      const names = [...pattern.matchAll(/\{\+?([^{}]+)\}/g)].map((match) => match[1] ?? "");
      if (names.length === 0 && others.length === 0) {
        const paths = exact.get(method) ?? new Map<string, Route>();
        exact.set(method, paths.set(pattern, { operation, path: {} }));
      }
      tree.add(pattern, { operations: [operation, ...others], names, lists });
    }
    trees.set(method, tree);
  }
  const methods = [...trees.keys()];

  const find = (method: string, pathname: string, given?: Given): Route | undefined => {
    const found = trees.get(method)?.find(pathname);
    if (!found) return undefined;
    const { operations: sharing, names, lists } = found.value;
    const operation = sharing.length > 1 && given ? meantOf(sharing, given) : sharing[0];
    const path: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const text = found.texts[index] ?? "";
      const value = lists.has(name) ? text : decodeURIComponent(text);
      path[name] = value;
    }
    return { operation, path };
  };

  return {
    /**
     * HEAD is served by GET unless the contract has an operation for it (RFC 9110, section 9.3.2). Node.js leaves out the body.
     * Without `given`, the first of several operations with this method and path is found.
     */
    find: (method: string, pathname: string, given?: Given): Route | undefined =>
      exact.get(method)?.get(pathname) ??
      find(method, pathname, given) ??
      (method === "HEAD" ? find("GET", pathname, given) : undefined),
    has: (pathname: string) => methods.some((method) => find(method, pathname) !== undefined),
    /** The methods of a path; none if the contract does not have the path. */
    methodsOf: (pathname: string) => {
      const own = methods.filter((method) => find(method, pathname) !== undefined);
      return own.includes("GET") && !own.includes("HEAD") ? [...own, "HEAD"] : own;
    },
  };
}

/** The paths of an operation, with `{+name}` for a text of several segments. Without its optional parameter it has another. */
function routePatterns({ path, template, parameters }: Operation): string[] {
  if (template === undefined) return [path];
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const patternWithout = (left: string | undefined) =>
    replaceExpressions(template, (expression) => {
      const { name } = expression;
      if (name === left) return "";
      const { array, object } = inPath.find((parameter) => parameter.name === name) ?? {};
      const shape = array ? "list" : object ? "object" : "text";
      const mark = spansSegments(expression, shape) ? "+" : "";
      return `${prefixOf(expression, shape)}{${mark}${name}}`;
    });
  const optional = inPath.find(({ required }) => !required);
  return [patternWithout(undefined), ...(optional ? [patternWithout(optional.name)] : [])];
}

/** The operation whose constants the request has, or the one without constants, or the first, which then refuses it. */
function meantOf(
  operations: readonly [Operation, ...Operation[]],
  { search, headers }: Given,
): Operation {
  const query = groupPairs(search);
  /** How a negotiated header is read depends on the values of all operations. */
  const all = (name: string) =>
    operations.flatMap(({ when = [] }) =>
      when.flatMap((constant) => (constant.name === name ? constant.values : [])),
    );
  const has = ({ in: place, name, values }: Constant) => {
    const [text] =
      place === "query" ? (query.get(name) ?? []) : [ownValue(headers, name)?.toString()];
    if (text === undefined) return false;
    if (name === "content-type") return values.includes(mediaTypeOf(text));
    const isRead = place === "header" && isNegotiated(name);
    const read = isRead ? negotiate({ name, negotiated: all(name) }, text) : text;
    return read !== undefined && values.includes(read);
  };
  const isRest = ({ when = [] }: Operation) => when.length === 0;
  return (
    operations.find((operation) => !isRest(operation) && operation.when?.every(has)) ??
    operations.find(isRest) ??
    operations[0]
  );
}
