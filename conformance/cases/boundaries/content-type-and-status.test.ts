import { describe, expect, test } from "vitest";
import type { OpenApiContent, Operation } from "@contract-toolkit/contract";
import { documentOf, operation, sampleOf } from "../../testing/one-operation.ts";
import { deriveCases } from "./derive.ts";

const nowhere = () => undefined;

/** The content types that are sent to an operation with these documented types. The sample has the first one. */
function sentWith(types: readonly string[]): { sent: string[]; excluded: string[] } {
  const content: OpenApiContent = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
  const document = documentOf({}, { requestBody: { required: true, content } });
  const taking: Operation = { ...operation, body: { contentType: types[0] ?? "", required: true } };
  const sample = sampleOf("text", { operation: taking });
  const { cases, exclusions } = deriveCases(document, [sample], nowhere);
  return {
    sent: cases.flatMap(({ constraint, boundary, message }) =>
      constraint.keyword === "contentType"
        ? [`${boundary} ${String(message.headers["Content-Type"])}`]
        : [],
    ),
    excluded: exclusions.flatMap(({ constraint, boundary, reason }) =>
      constraint.keyword === "contentType" ? [`${boundary}: ${reason}`] : [],
    ),
  };
}

describe("the type of a body", () => {
  test.each([
    [
      ["application/json"],
      ["valid application/json; charset=utf-8", "valid APPLICATION/JSON", "invalid text/plain"],
    ],
    [
      ["text/plain"],
      ["valid text/plain; charset=utf-8", "valid TEXT/PLAIN", "invalid application/xml"],
    ],
    [
      ["application/json", "text/*", "application/atom+xml"],
      ["valid application/json; charset=utf-8", "valid APPLICATION/JSON", "invalid image/png"],
    ],
    [["image/jpeg"], ["valid IMAGE/JPEG", "invalid text/plain"]],
  ])("of %j", (types, sent) => {
    expect(sentWith(types)).toEqual({ sent, excluded: [] });
  });

  test("a multipart type, which has a boundary in it, is not spelled in other ways", () => {
    expect(sentWith(["multipart/form-data"])).toEqual({
      sent: ["invalid text/plain"],
      excluded: ["valid: the documented type is spelled in one way only"],
    });
  });

  test("if every type is documented, no type is invalid", () => {
    expect(sentWith(["application/json", "*/*"])).toMatchObject({
      excluded: ["invalid: a body of any type is documented"],
    });
  });
});

test.each([
  [["204"], [299, 499]],
  [
    ["204", "299", "499"],
    [298, 498],
  ],
  [["204", "4XX"], [299]],
  [["204", "default"], [299]],
])("with the statuses %j, undocumented ones are sent", (documented, sent) => {
  const responses = Object.fromEntries(documented.map((text) => [text, { description: "" }]));
  const { cases } = deriveCases(documentOf({}, { responses }), [sampleOf({})], nowhere);
  const statuses = cases.flatMap(({ constraint: { keyword }, message }) =>
    keyword === "status" && "status" in message ? [message.status] : [],
  );
  expect(statuses).toEqual(sent);
});
