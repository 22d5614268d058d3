import type { Constraint } from "../case.ts";

/** `<operationId>/<message><place> <keyword> <edge>`, and which where there are several. */
export function idOf(
  { operation, direction, status, place, keyword }: Constraint,
  edge: string,
  name: string,
): string {
  return [
    `${operation}/${status ?? direction}${place}`,
    keyword,
    edge,
    ...(name ? [`(${name})`] : []),
  ].join(" ");
}
