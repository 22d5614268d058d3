import type { HttpProperty } from "@typespec/http";
import { valueAtPath } from "@contract-toolkit/typespec/program";
import { pointerStep, withoutValue } from "@contract-toolkit/contract";

/** A value of a sample, and the parameter, header or status that it is for. */
export type Placed = readonly [HttpProperty, unknown];

/** A message split into its body and the values beside it. */
export interface MessageParts {
  readonly placed: readonly Placed[];
  /** Undefined if there is no body. */
  readonly body: unknown;
}

/**
 * Splits the parameters or the result of a sample.
 *
 * @param properties HTTP properties, including `@body` and every property of a spread body
 * @param isSpread whether the remaining properties are the body
 */
export function splitMessageParts(
  json: unknown,
  properties: readonly HttpProperty[],
  isSpread: boolean,
): MessageParts {
  const present = properties.filter(({ path }) => valueAtPath(json, path) !== undefined);
  const beside = present.filter(({ kind }) => placedKinds.has(kind));
  const whole = present.find(({ kind }) => bodyKinds.has(kind));
  const path = whole?.path ?? [];
  const inside = beside
    .filter((httpProperty) => path.every((step, index) => httpProperty.path[index] === step))
    .map((httpProperty) =>
      ["", ...httpProperty.path.slice(path.length).map(String).map(pointerStep)].join("/"),
    );
  return {
    placed: beside
      .map((property): Placed => [property, valueAtPath(json, property.path)])
      // A text is never null, so the value is left out.
      .filter(([, value]) => value !== null),
    body: whole || isSpread ? inside.reduce(withoutValue, valueAtPath(json, path)) : undefined,
  };
}

/** Content-Type is included, because it follows from the operation. */
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
