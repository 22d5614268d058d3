import { describe, expect, test } from "vitest";
import { mapDocumentParts } from "@contract-toolkit/contract";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { changesOf } from "../../diff/testing/documents.ts";
import { generateFromBody } from "../../../server/skeleton/testing/generated.ts";
import { errorsOf } from "../../../spec/library/testing/lint.ts";
import { loadSubject } from "../../../server/openapi-validator-engine/comparison/compare.ts";

const specification = `
@multipleOf(2) scalar Even extends float64;
@opExample(#{
  parameters: #{ step: 5, even: 8, body: #{ triple: 3, even: 2, tags: #["a", "b"], labels: #{ a: "1" } } },
  returnType: #{ _: 204 },
}, #{ title: "sent" })
@route("/limits") @post op limit(
  @multipleOf(5) @query step?: int32,
  @multipleOf(4) @query even?: Even = 4,
  @body body: {
    @multipleOf(3) triple?: int32 | null;
    even?: Even;
    @uniqueItems tags?: string[];
    @minProperties(1) @maxProperties(2) labels?: Record<string>;
  },
): { @statusCode _: 204 };`;

const { folder } = await generateFromBody(specification);
const subject = await loadSubject(`${folder}/shelf`);
const keywords = ["multipleOf", "uniqueItems", "minProperties", "maxProperties"];

const requests: [isValid: boolean, part: "query" | "body", values: object][] = [
  [true, "query", { step: 10 }],
  [false, "query", { step: 11 }],
  [true, "query", { even: 12 }],
  [false, "query", { even: 6 }],
  [true, "body", { triple: 6 }],
  [true, "body", { triple: null }],
  [false, "body", { triple: 7 }],
  [true, "body", { even: -2 }],
  [false, "body", { even: 0.5 }],
  [true, "body", { tags: ["a", "b"] }],
  [false, "body", { tags: ["a", "a"] }],
  [true, "body", { labels: { a: "1", b: "2" } }],
  [false, "body", { labels: {} }],
  [false, "body", { labels: { a: "1", b: "2", c: "3" } }],
];

describe.each(requests)("valid: %s, %s %j", (isValid, part, values) => {
  const request = { path: {}, query: {}, headers: {}, body: {}, [part]: values };

  test("for both engines", async () => {
    const operation = subject.contract.operations["limit"];
    if (!operation) throw new Error("the operation is missing");
    const faults = await subject.engines.middleware.request(operation, request);
    expect(faults.length === 0).toBe(isValid);
    expect(subject.disagreements).toEqual([]);
  });

  test("for the second validator", () => {
    expect(accepts(subject.requestSchema("limit"), { body: {}, [part]: values })).toBe(isValid);
  });
});

test("a limit beside a reference keeps the default of a parameter", () => {
  const query = {};
  subject.contract.validators["limit"]?.request({ path: {}, query, headers: {}, body: {} });
  expect(query).toEqual({ even: 4 });
});

test.each(keywords)("%s has cases at its boundary", (keyword) => {
  const { cases, coveredBySample, unknown } = subject.constraints();
  const boundaries = [...cases, ...coveredBySample]
    .filter(({ constraint }) => constraint.keyword === keyword)
    .map(({ boundary }) => boundary);
  expect(new Set(boundaries)).toEqual(new Set(["valid", "invalid"]));
  expect(unknown).toEqual([]);
});

test.each(keywords)("an added %s breaks requests", (keyword) => {
  const now = subject.document;
  const old = mapDocumentParts(now, {
    schema: (schema) =>
      Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword)),
  });
  expect(changesOf(old, now).map(({ severity }) => severity)).toContain("error");
  expect(changesOf(now, old).map(({ severity }) => severity)).not.toContain("error");
});

test("a divisor is an integer, because fractions are not exact", async () => {
  expect(await errorsOf(`op read(): { @multipleOf(0.01) price: numeric };`)).toMatchObject([
    { message: expect.stringContaining("'0.01' is not assignable") as string },
  ]);
});
