import type { Boundary, Constraint } from "../case.ts";

/** `<operationId>/<message><place> <keyword> <boundary>`, and which where there are several. */
export function idOf(
  { operation, direction, status, contentType, place, keyword }: Constraint,
  boundary: Boundary,
  name: string,
): string {
  return [
    `${operation}/${status ?? direction}${contentType === undefined ? "" : `[${contentType}]`}${place}`,
    keyword,
    boundary,
    ...(name ? [`(${name})`] : []),
  ].join(" ");
}
