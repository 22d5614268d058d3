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

/** The id that a case has today, from one of version 0.1, which said `inside` for `valid` and `outside` for `invalid`. */
export function currentId(id: string): string {
  return id.replace(
    boundaryInId,
    (_, before: string, word: string) => before + (present[word] ?? word),
  );
}

/** The id that a case had in version 0.1. */
export function legacyIdOf(id: string): string {
  return id.replace(
    boundaryInId,
    (_, before: string, word: string) => before + (former[word] ?? word),
  );
}

/** No other kind of case has an id that says a message, a keyword and a boundary. */
const boundaryInId =
  /^([^/]+\/(?:request|\d+)(?:\/.*)? \S+ )(inside|outside|valid|invalid)(?= [(#]|$)/;

const present: Readonly<Record<string, Boundary>> = { inside: "valid", outside: "invalid" };

const former: Readonly<Record<string, string>> = { valid: "inside", invalid: "outside" };
