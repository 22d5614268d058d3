import findMyWay from "find-my-way";
import type { IncomingHttpHeaders } from "node:http";
import {
  isNegotiated,
  mediaTypeOf,
  negotiate,
  type Constant,
  type Operation,
  type Parameter,
} from "@contract-toolkit/kernel";
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

/** Path parameters are bounded by the size of a request line, which Node limits; the router's own 100 is too few. */
const maxParamLength = 16_384;

/** Builds the routing table of a contract. */
export function createRoutes(operations: readonly Operation[]): Routes {
  const router = findMyWay({ maxParamLength });
  /** Most operations have no parameters in their paths. */
  const exact = new Map<string, Map<string, Route>>();
  const methods = [...new Set(operations.map(({ method }) => method))];
  const groups = Map.groupBy(operations, ({ method, path }) => `${method} ${path}`);
  for (const [operation, ...others] of groups.values()) {
    if (!operation) continue;
    const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
    const pattern = names.reduce(
      (path, name, index) => path.replace(`{${name}}`, `:p${index}`),
      // The router takes a colon for the beginning of a parameter, but for two of them; before one, a parameter needs an end.
      operation.path.replaceAll(":", "::").replaceAll("}::", "}(^[^/:]+)::"),
    );
    if (names.length === 0 && others.length === 0) {
      const paths = exact.get(operation.method) ?? new Map<string, Route>();
      exact.set(operation.method, paths.set(operation.path, { operation, path: {} }));
    }
    router.on(operation.method, pattern, () => undefined, {
      operations: [operation, ...others],
      names,
      lists: new Set(operation.parameters.flatMap(pathList)),
    });
  }

  const find = (
    method: Operation["method"],
    pathname: string,
    given?: Given,
  ): Route | undefined => {
    // RFC 9112, section 3.2: a request target has no fragment; the router would cut it off.
    const found = pathname.includes("#") ? null : router.find(method, pathname);
    if (!found) return undefined;
    const {
      operations: sharing,
      names,
      lists,
    } = found.store as {
      operations: [Operation, ...Operation[]];
      names: string[];
      lists: ReadonlySet<string>;
    };
    const operation = sharing.length > 1 && given ? meantOf(sharing, given) : sharing[0];
    const path: Record<string, string> = {};
    // Encoded once more, a percent sign or comma is encoded once when the router has decoded it.
    const isKept = lists.size > 0 && /%2[5C]/i.test(pathname);
    const kept = isKept ? router.find(method, pathname.replace(/%(2[5C])/gi, "%25$1")) : found;
    for (const [index, name] of names.entries()) {
      const value = (lists.has(name) ? kept : found)?.params[`p${index}`];
      // RFC 6570 would let a parameter be empty; then one path would stand for another.
      if (!value) return undefined;
      path[name] = value;
    }
    return { operation, path };
  };

  const findOwn = (method: string, pathname: string, given?: Given): Route | undefined => {
    const known = methods.find((each) => each === method);
    return known && find(known, pathname, given);
  };

  return {
    find: (method, pathname, given) =>
      exact.get(method)?.get(pathname) ??
      findOwn(method, pathname, given) ??
      (method === "HEAD" ? findOwn("GET", pathname, given) : undefined),
    has: (pathname) => methods.some((method) => find(method, pathname) !== undefined),
    methodsOf: (pathname) => {
      const own: string[] = methods.filter((method) => find(method, pathname) !== undefined);
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
