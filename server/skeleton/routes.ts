import findMyWay from "find-my-way";
import type { Operation } from "@contract-toolkit/kernel";

/** An operation found for a method and path, with its decoded path parameters. */
export interface Route {
  readonly operation: Operation;
  readonly path: Record<string, string>;
}

/** Finds operations in time that does not grow with their number. */
export interface Routes {
  /**
   * HEAD is answered as GET where the contract has none of its own (RFC 9110, section 9.3.2); node leaves out the body.
   *
   * @param pathname as it is in the request line, without the query
   */
  find(method: string, pathname: string): Route | undefined;
  /** Methods that a path is asked by; none: it does not have the path. */
  methodsOf(pathname: string): string[];
  has(pathname: string): boolean;
}

/** Path parameters are bounded by the size of a request line, which Node limits; the router's own 100 is too few. */
const maxParamLength = 16_384;

/** Builds the routing table of a contract. */
export function createRoutes(operations: readonly Operation[]): Routes {
  const router = findMyWay({ maxParamLength });
  const methods = [...new Set(operations.map(({ method }) => method))];
  for (const operation of operations) {
    const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
    const pattern = names.reduce(
      (path, name, index) => path.replace(`{${name}}`, `:p${index}`),
      operation.path,
    );
    router.on(operation.method, pattern, () => undefined, { operation, names });
  }

  const find = (method: Operation["method"], pathname: string): Route | undefined => {
    // RFC 9112, section 3.2: a request target has no fragment; the router would cut it off.
    const found = pathname.includes("#") ? null : router.find(method, pathname);
    if (!found) return undefined;
    const { operation, names } = found.store as {
      operation: Operation;
      names: string[];
    };
    const path: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = found.params[`p${index}`];
      // RFC 6570 would let a parameter be empty; then one path would stand for another.
      if (!value) return undefined;
      path[name] = value;
    }
    return { operation, path };
  };

  const findOwn = (method: string, pathname: string): Route | undefined => {
    const known = methods.find((each) => each === method);
    return known && find(known, pathname);
  };

  return {
    find: (method, pathname) =>
      findOwn(method, pathname) ?? (method === "HEAD" ? findOwn("GET", pathname) : undefined),
    has: (pathname) => methods.some((method) => find(method, pathname) !== undefined),
    methodsOf: (pathname) => {
      const own: string[] = methods.filter((method) => find(method, pathname) !== undefined);
      return own.includes("GET") && !own.includes("HEAD") ? [...own, "HEAD"] : own;
    },
  };
}
