import type { FieldRule } from "./field-rule.ts";

/** `@requires("until")`: when the field is given, the named fields are required. */
export const requires: FieldRule<"requires"> = {
  name: "requires",
  extension: "x-requires",
  type: "a list of texts",
  valueOf: (...names) => names,
  read: (value, field) => {
    if (!Array.isArray(value)) return undefined;
    const names = value.map(String);
    return {
      siblings: names,
      judged: names,
      keywords: { dependentRequired: { [field]: names } },
      text: `needs \`${names.join("`, `")}\` as well`,
    };
  },
  example: {
    fields: '@requires("until") since?: int32; until?: int32;',
    valid: [{ since: 1, until: 2 }, { until: 2 }, {}],
    invalid: [{ since: 1 }],
    violation: "/until is required when since is given",
  },
};
