import { expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@contract-toolkit/kernel";
import { errorCodeOf } from "./error-codes.ts";

const document: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Clocks", version: "1.0.0" },
  paths: {},
  components: {
    schemas: {
      Slow: body({ type: "number", enum: [20, 3] }),
      Late: body({ type: "number", const: 7 }),
      Other: body({ type: "integer" }),
      Codes: { type: "number", enum: [1] },
    },
  },
};

function body(code: Schema): Schema {
  return {
    type: "object",
    properties: { text: {}, code: { ...code, "x-error-code": true } },
  };
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

test("codes of every alternative are listed once, ascending", () => {
  const either = { anyOf: [ref("Slow"), ref("Late"), ref("Slow")] };
  expect(errorCodeOf(document, either)).toEqual({
    errorCode: { property: "code", codes: [3, 7, 20] },
  });
});

test("codes of a named type are found", () => {
  expect(errorCodeOf(document, body({ allOf: [ref("Codes")] }))).toEqual({
    errorCode: { property: "code", codes: [1] },
  });
});

test("an open code has no list, and a body without a mark no code", () => {
  expect(errorCodeOf(document, ref("Other"))).toEqual({
    errorCode: { property: "code", codes: [] },
  });
  expect(errorCodeOf(document, { properties: { code: {} } })).toEqual({});
  expect(errorCodeOf(document, undefined)).toEqual({});
});
