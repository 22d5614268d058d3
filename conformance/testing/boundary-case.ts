import type { Operation } from "@contract-toolkit/contract";
import type { Case, Constraint, ConstraintCase } from "../cases/case.ts";

const source = { file: "openapi.json", line: 1, column: 1 };

/** An operation that documents only 200. */
export function operation({
  id,
  method = "GET",
  path,
  pathParameter,
}: {
  readonly id: string;
  readonly method?: Operation["method"];
  readonly path?: string;
  readonly pathParameter?: string;
}): Operation {
  return {
    id,
    method,
    path: path ?? (pathParameter === undefined ? `/${id}` : `/${id}/{${pathParameter}}`),
    parameters:
      pathParameter === undefined
        ? []
        : [{ name: pathParameter, in: "path", type: "string", required: true }],
    responses: { 200: { headers: [] } },
    summary: "",
    retryable: false,
    source,
  };
}

/** A case that sends a value at the boundary of a constraint. */
export function boundaryCase(
  of: Operation,
  { place, keyword }: Pick<Constraint, "place" | "keyword">,
  boundary: ConstraintCase["boundary"],
): ConstraintCase {
  const request = { path: {}, query: {}, headers: {} };
  const head = { why: "", source, operation: of };
  const base: Case = {
    ...head,
    ...{ id: `${of.id}/derived`, kind: "derived", providerStates: [], fresh: [], generated: [] },
    ...{ request, call: request, response: { status: 200, headers: {} } },
  };
  return {
    ...head,
    ...{
      id: `${of.id}/request${place} ${keyword} ${boundary}`,
      kind: "constraint",
      base,
      boundary,
    },
    constraint: { operation: of.id, direction: "request", place, keyword },
    ...{ message: request, pointer: place, field: place.split("/").at(-1) ?? "" },
  };
}
