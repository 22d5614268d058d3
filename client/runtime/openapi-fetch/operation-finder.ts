import type { Operation } from "@contract-toolkit/contract";

/** Makes a function that finds the operation of a request, or throws. Paths without parameters are tried first. */
export function finderOf(
  operations: readonly Operation[],
  baseUrl: string,
): (request: Pick<Request, "method" | "url">) => Operation {
  const base = new URL(baseUrl).pathname.replace(/\/$/, "");
  const candidates = operations
    .map((operation) => ({ operation, segments: `${base}${operation.path}`.split("/") }))
    .sort((left, right) => parameterCount(left.segments) - parameterCount(right.segments));
  return ({ method, url }) => {
    const { pathname: path, hash } = new URL(url);
    // Operations that share a method and path have their id in the fragment, after which openapi-fetch writes the query.
    const [id] = hash.slice(1).split("?");
    const found = candidates.find(
      ({ operation, segments }) =>
        operation.method === method &&
        (operation.when === undefined || operation.id === id) &&
        matchesPath(path.split("/"), segments),
    );
    if (!found) throw new TypeError(`The contract has no operation ${method} ${path}.`);
    return found.operation;
  };
}

function matchesPath(path: readonly string[], segments: readonly string[]): boolean {
  return (
    path.length === segments.length &&
    segments.every((segment, index) => fitsSegment(path[index] ?? "", segment))
  );
}

/** A parameter matches everything between the fixed texts before and after it. */
function fitsSegment(given: string, segment: string): boolean {
  const start = segment.indexOf("{");
  if (start < 0) return given === segment || given === encodeURI(segment);
  const before = segment.slice(0, start);
  const after = segment.slice(segment.lastIndexOf("}") + 1);
  return (
    given.length > before.length + after.length && given.startsWith(before) && given.endsWith(after)
  );
}

function parameterCount(segments: readonly string[]): number {
  return segments.filter((segment) => segment.includes("{")).length;
}
