import type { IncomingHttpHeaders } from "node:http";
import {
  isNegotiated,
  mediaTypeOf,
  negotiate,
  type Constant,
  type Operation,
  type Parameter,
} from "@contract-toolkit/kernel/messages";
import { PathTree } from "./path-tree.ts";
import { groupPairs } from "./requests/parameters.ts";

/**
 * An operation found for a method and path, with its decoded path parameters. Of a list, `%` and the commas within items are
 * still encoded.
 */
export interface Route {
  readonly operation: Operation;
  readonly path: Record<string, string>;
}

/** What of a request tells operations of one method and path apart. */
export interface Given {
  /** Query of the request line, without `?`. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
}

/** Finds operations in time that does not grow with their number. */
export interface Routes {
  /**
   * HEAD is answered as GET where the contract has none of its own (RFC 9110, section 9.3.2); node leaves out the body.
   *
   * @param pathname as it is in the request line, without the query
   * @param given the rest of the request, which tells operations of one method and path apart; without it the first is found
   */
  find(method: string, pathname: string, given?: Given): Route | undefined;
  /** Methods that a path is asked by; none: it does not have the path. */
  methodsOf(pathname: string): string[];
  has(pathname: string): boolean;
}

/** Operations of one method and path. */
interface Shared {
  readonly operations: readonly [Operation, ...Operation[]];
  readonly names: readonly string[];
  /** Parameters that hold several items. */
  readonly lists: ReadonlySet<string>;
}

/** Builds the routing table of a contract. */
export function createRoutes(operations: readonly Operation[]): Routes {
  /** Most operations have no parameters in their paths. */
  const exact = new Map<string, Map<string, Route>>();
  const trees = new Map<string, PathTree<Shared>>();
  const groups = Map.groupBy(operations, ({ method, path }) => `${method} ${path}`);
  for (const [operation, ...others] of groups.values()) {
    if (!operation) continue;
    const { method, path, parameters } = operation;
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
    if (names.length === 0 && others.length === 0) {
      const paths = exact.get(method) ?? new Map<string, Route>();
      exact.set(method, paths.set(path, { operation, path: {} }));
    }
    const tree = trees.get(method) ?? new PathTree();
    const lists = new Set(parameters.flatMap(pathList));
    tree.add(path, { operations: [operation, ...others], names, lists });
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
    find: (method, pathname, given) =>
      exact.get(method)?.get(pathname) ??
      find(method, pathname, given) ??
      (method === "HEAD" ? find("GET", pathname, given) : undefined),
    has: (pathname) => methods.some((method) => find(method, pathname) !== undefined),
    methodsOf: (pathname) => {
      const own = methods.filter((method) => find(method, pathname) !== undefined);
      return own.includes("GET") && !own.includes("HEAD") ? [...own, "HEAD"] : own;
    },
  };
}

function pathList({ in: place, name, array }: Parameter): string[] {
  return place === "path" && array ? [name] : [];
}

/** The operation whose constants a request has; the one that has none; else the first, which says what is wrong. */
function meantOf(
  operations: readonly [Operation, ...Operation[]],
  { search, headers }: Given,
): Operation {
  const query = groupPairs(search);
  /** What is told of one operation by a negotiated header depends on what the others have. */
  const all = (name: string) =>
    operations.flatMap(({ when = [] }) =>
      when.flatMap((each) => (each.name === name ? each.values : [])),
    );
  const has = ({ in: place, name, values }: Constant) => {
    const [text] = place === "query" ? (query.get(name) ?? []) : [headers[name]?.toString()];
    if (text === undefined) return false;
    if (name === "content-type") return values.includes(mediaTypeOf(text));
    const isRead = place === "header" && isNegotiated(name);
    const read = isRead ? negotiate({ name, negotiated: all(name) }, text) : text;
    return read !== undefined && values.includes(read);
  };
  const isRest = ({ when = [] }: Operation) => when.length === 0;
  return (
    operations.find((each) => !isRest(each) && each.when?.every(has)) ??
    operations.find(isRest) ??
    operations[0]
  );
}
