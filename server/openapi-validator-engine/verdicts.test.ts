import { expect, test } from "vitest";
import { generateFromBody } from "../skeleton/testing/generated.ts";
import { loadSubject } from "./comparison/compare.ts";

const { folder } = await generateFromBody(`@encode(string) scalar Large extends uint64;
scalar Larger extends Large;
model Texts {
  @encode(string) small?: int8 | null;
  @encode(string) @minValue(3) @maxValueExclusive(1200) bounded?: int32;
  @encode(string) endless?: integer;
  @encode(string) exact?: safeint;
  @encode(string) decimal?: decimal;
  @encode(string) flag?: boolean;
  @encode("rfc3339") at?: utcDateTime;
  @encode(string) filled?: int32 = 5;
  large?: Larger | null;
  @minValue(7) more?: Large;
}
@route("/texts") @post op keep(@query @encode(string) limit?: uint8, @body texts: Texts): void;

model Members {
  \`constructor\`: string;
  @requires("toString") valueOf?: string;
  toString?: int32;
  @requires("constructor") title?: string;
}
@route("/members") @post op name(@body members: Members): void;`);
const { contract, engines, disagreements } = await loadSubject(`${folder}/shelf`);

const most = String(2n ** 64n - 1n);
const beyond = String(2n ** 64n);
const filled = { filled: "5" };

/** The values of one field. */
const texts = (name: string, right: unknown[], wrong: unknown[]) => [
  ...right.map((value) => ["keep", { body: { [name]: value, ...filled } }, true] as const),
  ...wrong.map((value) => ["keep", { body: { [name]: value } }, false] as const),
];

const verdicts: (readonly [operation: string, message: object, isRight: boolean])[] = [
  ...texts("small", ["-128", "0", "127", null], ["-129", "128", "1.0", "01", "+1", "-0", "", 1]),
  ...texts("bounded", ["3", "10", "999", "1199"], ["2", "1200", "-5", null]),
  ...texts("endless", ["0", `-${most}0`, most], ["1e3", "-"]),
  ...texts("exact", ["9007199254740991"], ["9007199254740992"]),
  ...texts("decimal", ["-0.50", "1e21"], ["1,5", ".5", "NaN"]),
  ...texts("flag", ["true", "false"], ["yes", true]),
  ...texts("at", ["2026-01-31T08:00:00Z"], ["5"]),
  ...texts("large", [most, null], [beyond, "-1"]),
  ...texts("more", ["7", most], ["6", beyond]),
  ["keep", { body: {} }, true],
  ["keep", { query: { limit: "255" }, body: filled }, true],
  ["keep", { query: { limit: "256" }, body: filled }, false],
  ["name", { body: { constructor: "a", title: "b" } }, true],
  ["name", { body: { constructor: "a", valueOf: "b", toString: 1 } }, true],
  ["name", { body: {} }, false],
  ["name", { body: { constructor: 1 } }, false],
  ["name", { body: { constructor: "a", valueOf: "b" } }, false],
  ["name", { body: { constructor: "a", toString: "b" } }, false],
];

test.each(verdicts)("both engines judge %s of %j: %s", async (id, message, isRight) => {
  const operation = contract.operations[id];
  if (!operation) throw new Error(`There is no operation ${id}.`);
  const asked = { path: {}, query: {}, headers: {}, ...structuredClone(message) };
  const violations = await engines.middleware.request(operation, asked);
  expect(violations.length === 0).toBe(isRight);
  // The default of a number that is written as a string is one.
  expect(asked).toMatchObject({ body: id === "keep" && isRight ? filled : {} });
  // The second engine asks the validators of both.
  expect(disagreements).toEqual([]);
});
