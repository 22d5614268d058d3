import type { Case } from "../cases/case.ts";

const source = { file: "main.tsp", line: 1, column: 1 };

/** A sample that needs a key and expects 200. */
export function sample(
  id: string,
  changes: Partial<Case> = {},
  method: "GET" | "POST" = "POST",
): Case {
  const request = { path: {}, query: {}, headers: { Key: "<KEY>" } };
  return {
    ...{ id: `${id}/sample`, kind: "sample", why: "", source, providerStates: [], fresh: [] },
    ...{ request, call: request, response: { status: 200, headers: {} }, generated: [] },
    operation: {
      ...{ id, method, path: `/${id}`, summary: "", parameters: [], source },
      ...{ responses: {}, retryable: false },
    },
    ...changes,
  };
}
