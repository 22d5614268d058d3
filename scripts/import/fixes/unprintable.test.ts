import { expect, test } from "vitest";
import { fixUnprintable } from "./unprintable.ts";

const hidden = "a\u200bb";

test.each(["description", "example", "x-note"])("invisible characters are escaped in %s", (key) => {
  const document = { [key]: hidden };
  expect(fixUnprintable(document, "a.yaml")).toHaveLength(1);
  expect(document).toEqual({ [key]: String.raw`a\u200bb` });
});

test.each([{ const: hidden }, { enum: ["a", hidden] }, { default: [hidden] }, { pattern: hidden }])(
  "a rule with invisible characters is removed: %j",
  (schema) => {
    const documentOf = (example: object) => ({
      components: { schemas: { A: { properties: { example } } } },
    });
    const document = documentOf({ type: "string", ...schema });
    expect(fixUnprintable(document, "a.yaml")).toMatchObject([{ isLoss: true }]);
    expect(document).toEqual(documentOf({ type: "string" }));
  },
);

test.each([{ format: hidden }, { required: [hidden] }, { [hidden]: 1 }])(
  "invisible characters in a name or another value are refused: %j",
  (document) => {
    expect(() => fixUnprintable(document, "a.yaml")).toThrow("a.yaml#/");
  },
);
