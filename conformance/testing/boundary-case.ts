import type { Operation } from "@contract-toolkit/contract";
import { constraintCase } from "../cases/boundaries/constraint-case.ts";
import { plainCase, type Constraint, type ConstraintCase } from "../cases/case.ts";

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
  const base = plainCase(of);
  const constraint = { operation: of.id, direction: "request", place, keyword } as const;
  const at = { pointer: place, source };
  return constraintCase(base, constraint, boundary, "", base.request, at);
}
