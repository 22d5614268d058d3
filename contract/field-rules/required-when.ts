import type { FieldRule } from "./field-rule.ts";
import { isObject } from "../json.ts";

/** `@requiredWhen("kind", "book")`: the field is required when the named field has one of the values. */
export const requiredWhen: FieldRule<"requiredWhen"> = {
  name: "requiredWhen",
  extension: "x-required-when",
  type: "an object with property and values",
  valueOf: (property, ...values) => ({ property, values }),
  read: (value, field) => {
    if (!isObject(value) || !Array.isArray(value["values"])) return undefined;
    const property = String(value["property"]);
    const values: unknown[] = value["values"];
    return {
      siblings: [property],
      judged: [field],
      keywords: {
        allOf: [
          {
            if: { properties: { [property]: { enum: values } }, required: [property] },
            then: { required: [field] },
          },
        ],
      },
      text: `required when \`${property}\` is ${values.map((value) => `\`${String(value)}\``).join(" or ")}`,
    };
  },
  example: {
    fields: '@requiredWhen("kind", "book") pages?: int32; kind?: "book" | "film";',
    valid: [{ kind: "book", pages: 9 }, { kind: "film" }, {}],
    invalid: [{ kind: "book" }],
    violation: "/pages is required",
  },
};
