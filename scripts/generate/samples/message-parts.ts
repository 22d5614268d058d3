import type { HttpProperty } from "@typespec/http";
import { valueAt } from "@contract-toolkit/typespec/program";
import { isObject } from "@contract-toolkit/kernel";

/** A value of a sample, and the parameter, header or status that it is for. */
export type Placed = readonly [HttpProperty, unknown];

/** What of a message is its body, and what travels beside it. */
export interface MessageParts {
  readonly placed: readonly Placed[];
  /** Undefined: there is none. */
  readonly body: unknown;
}

/**
 * Takes the parameters or the result of an operation, as a sample has them, apart.
 *
 * @param properties what HTTP makes of them, `@body` and every property of a spread body among them
 * @param isSpread whether what does not travel elsewhere is the body
 */
export function partsOf(
  json: unknown,
  properties: readonly HttpProperty[],
  isSpread: boolean,
): MessageParts {
  const present = properties.filter(({ path }) => valueAt(json, path) !== undefined);
  const beside = present.filter(({ kind }) => placedKinds.has(kind));
  const whole = present.find(({ kind }) => bodyKinds.has(kind));
  const path = whole?.path ?? [];
  const inside = beside
    .filter((each) => path.every((step, index) => each.path[index] === step))
    .map((each) => each.path.slice(path.length));
  return {
    placed: beside.map((each) => [each, valueAt(json, each.path)]),
    body: whole || isSpread ? withoutPaths(valueAt(json, path), inside) : undefined,
  };
}

/** The Content-Type among them: it follows from the operation. */
const placedKinds: ReadonlySet<string> = new Set<HttpProperty["kind"]>([
  "header",
  "cookie",
  "query",
  "path",
  "statusCode",
  "contentType",
]);

const bodyKinds: ReadonlySet<string> = new Set<HttpProperty["kind"]>([
  "body",
  "bodyRoot",
  "multipartBody",
]);

type Path = readonly (string | number)[];

function withoutPaths(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0 || !isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inside]) => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    return below.some((each) => each.length === 0) ? [] : [[name, withoutPaths(inside, below)]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
