import { plainCase, type Case } from "../cases/case.ts";

const source = { file: "main.tsp", line: 1, column: 1 };

/** A sample that needs a key and expects 200. */
export function sample(
  id: string,
  changes: Partial<Case> = {},
  method: "GET" | "POST" = "POST",
): Case {
  const operation = {
    ...{ id, method, path: `/${id}`, summary: "", parameters: [], source },
    ...{ responses: {}, retryable: false },
  };
  const request = { path: {}, query: {}, headers: { Key: "<KEY>" } };
  const head = { id: `${id}/sample`, kind: "sample", why: "" } as const;
  return { ...plainCase(operation, request, undefined, head), ...changes };
}
