import { defineComparison } from "./comparison.ts";

/** `@atMost("to")`: the number is at most that of the named field. */
export const atMost = defineComparison({
  name: "atMost",
  types: ["number"],
  is: "at most",
  must: "must not be more than",
  isBroken: (own, sibling) => own > sibling,
  brokenCode: (js, own, sibling) => js`${own} > ${sibling}`,
  boundaries: (sibling, step) => ({
    valid: [sibling],
    invalid: [Number(sibling) + step, Number(sibling) + 1],
  }),
  adjusted: (changed) => changed,
  hint: (sibling) => ({ maximum: Number(sibling) }),
  example: {
    fields: '@atMost("to") from?: int32; to?: int32;',
    valid: [{ from: 1, to: 2 }, { from: 2, to: 2 }, { from: 3 }],
    invalid: [{ from: 3, to: 2 }],
    violation: "/from must not be more than to",
  },
});
