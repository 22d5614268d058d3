import { expect, test } from "vitest";
import type { ConstraintCase } from "../cases/case.ts";
import { deriveCases } from "../cases/boundaries/derive.ts";
import { documentOf, operation, sampleOf } from "../testing/one-operation.ts";
import { judgeBoundary } from "./judge-boundary.ts";

/** A case with a title that is too long, for an operation whose responses have these statuses. */
function tooLong(statuses: readonly number[], names = false): ConstraintCase {
  const schema = {
    type: "object",
    properties: { title: { type: "string", maxLength: 2 } },
  };
  const document = { ...documentOf(schema), ...(names && { "x-refusals-name-fields": true }) };
  const responses = Object.fromEntries(statuses.map((status) => [status, { headers: [] }]));
  const sample = sampleOf({ title: "a" }, { operation: { ...operation, responses } });
  const found = deriveCases(document, [sample], () => undefined).cases.find(({ id }) =>
    id.endsWith("title maxLength invalid"),
  );
  if (!found) throw new Error("there is no such case");
  return found;
}

const response = (
  documented: readonly number[],
  status: number,
  body: unknown = "no",
  findings: { message: string }[] = [],
) => ({
  status,
  isDocumented: documented.includes(status),
  headers: {},
  body,
  findings,
  contentType: undefined,
  isEmpty: false,
  faulty: new Set<string>(),
});

test.each([
  ["no 400 or 422 is documented", [204], 400, ""],
  ["another refusal is documented", [204, 404], 422, ""],
  ["the request is accepted nevertheless", [204], 204, 'title: "aaa" was accepted with 204'],
  ["the server fails", [204], 500, "status 500 is not documented"],
  ["400 is documented and 422 answered", [204, 400], 422, "status 422 is not documented"],
  ["400 is documented and answered", [204, 400], 400, ""],
])("if %s", (_, documented, status, expected) => {
  const [finding, ...further] = judgeBoundary(tooLong(documented), response(documented, status));
  expect(further).toEqual([]);
  if (expected === "") expect(finding).toBeUndefined();
  else expect(finding?.message).toContain(expected);
});

test.each([
  [[204, 400, 409], 409, 0],
  [[204, 409], 409, 0],
  [[204, 400], 400, 1],
])("of %j, %d that names a valid field refuses it: %d", (statuses, status, count) => {
  const valid = { ...tooLong(statuses), boundary: "valid" } as const;
  const body = { errors: [{ field: "title" }] };
  expect(judgeBoundary(valid, response(statuses, status, body))).toHaveLength(count);
});

test.each([
  ["derived", {}, "type", 0],
  ["derived", {}, "maxLength", 1],
  ["derived", { title: "a" }, "type", 1],
  ["sample", {}, "type", 1],
] as const)(
  "a text that a server may not know, of a base %s with %j: %s",
  (kind, body, keyword, count) => {
    const item = tooLong([204, 400]);
    const base = { ...item.base, kind, request: { ...item.base.request, body } };
    const constraint = { ...item.constraint, keyword };
    const valid = { ...item, base, constraint, boundary: "valid" } as const;
    const refused = response([204, 400], 400, { errors: [{ field: "title" }] });
    expect(judgeBoundary(valid, refused)).toHaveLength(count);
  },
);

test("findings about a documented refusal are kept", () => {
  const findings = [{ message: "/body is not JSON" }];
  const answered = response([204, 400], 400, "", findings);
  expect(judgeBoundary(tooLong([204, 400]), answered)).toEqual(findings);
});

test.each([
  [400, "no", "the refusal must name title"],
  [400, { at: "title" }, ""],
  [404, "no", ""],
])("if refusals name fields, %d with %j", (status, body, expected) => {
  const statuses = status === 404 ? [204] : [204, 400];
  const messages = judgeBoundary(tooLong(statuses, true), response(statuses, status, body)).map(
    ({ message }) => message,
  );
  expect(messages.join()).toContain(expected);
  expect(messages).toHaveLength(expected === "" ? 0 : 1);
});
