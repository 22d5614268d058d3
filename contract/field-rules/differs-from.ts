import { defineComparison } from "./comparison.ts";

/** `@differsFrom("from")`: the value is not that of the named field. */
export const differsFrom = defineComparison({
  name: "differsFrom",
  types: ["number", "string"],
  is: "different from",
  must: "must differ from",
  isBroken: (own, sibling) => own === sibling,
  brokenCode: (js, own, sibling) => js`${own} === ${sibling}`,
  boundaries: (sibling) => ({ invalid: [sibling] }),
  // The two values are swapped.
  adjusted: (_, before) => before,
  example: {
    fields: '@differsFrom("from") to?: string; from?: string;',
    valid: [{ to: "a", from: "b" }, { to: "a" }, {}],
    invalid: [{ to: "b", from: "b" }],
    violation: "/to must differ from from",
  },
});
