import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation } from "@contract-toolkit/kernel";
import { isPlaceholder } from "../../request.ts";
import { requestsOf } from "./requests.ts";

const operation: Operation = {
  id: "readLabel",
  method: "GET",
  path: "/label",
  summary: "",
  parameters: [],
  responses: {},
  retryable: true,
  source: { file: "main.tsp", line: 1, column: 1 },
};
const nothing = { type: "object", properties: {} };

test("what is drawn is never taken for a credential that is to be filled in", () => {
  const name = { type: "string", enum: ["<A>", "b"] };
  const headers = { type: "object", properties: { "X-Name": name }, required: ["X-Name"] };
  const schema = { type: "object", properties: { path: nothing, query: nothing, headers } };
  const drawn = fc.sample(requestsOf(operation, schema, []), { numRuns: 100, seed: 1 });
  const values = drawn.map(({ request }) => request.headers["X-Name"]);
  expect(values).toContain("b");
  expect(values.filter(isPlaceholder)).toEqual([]);
});
