import { expect, test } from "vitest";
import { boundaryCase, operation } from "../testing/boundary-case.ts";
import { Tokens } from "./tokens.ts";

test("each creation has a text of its own, of the same length, and its case stays that of an example", () => {
  const tokens = new Tokens("abcdefg");
  const { base } = boundaryCase(
    operation({ id: "add", method: "POST" }),
    { place: "/body", keyword: "type" },
    "valid",
  );
  const request = { ...base.request, body: { name: `test-${tokens.first}` } };
  const [first, second] = [1, 2].map(() => tokens.renew({ ...base, request, call: request }));
  expect(first?.request.body).toEqual({ name: "test-abcdefg00001" });
  expect(second?.request.body).toEqual({ name: "test-abcdefg00002" });
  // Only such a case is a base for boundaries.
  expect(first?.call).toBe(first?.request);
});
