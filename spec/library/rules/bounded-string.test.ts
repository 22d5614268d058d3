import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

/** A POST whose body has these fields. */
const accepting = (fields: string) => `op send(@body body: Sent): void;
model Sent {
${fields}
}`;

test("an endless string of a body, a list and a query is found", async () => {
  const findings = await lint(
    "bounded-string",
    `op send(@query filter?: string, @body body: Sent): void;
model Sent {
  name: string;
  tags: string[];
  link: url | int32;
  @pattern("^[a-z]+$") word: string;
}`,
  );
  expect(findings.map(({ at }) => at)).toEqual(["1:9", "3:3", "4:3", "5:3", "6:3"]);
  expect(findings[0]).toEqual({
    at: "1:9",
    code: "@contract-toolkit/typespec/bounded-string",
    message:
      "'filter' takes a string of any length. Give it @maxLength or a pattern that bounds it, or say with @unbounded why it has no maximum.",
  });
});

test.each([
  ["a maximum", `  @maxLength(3) name: string;`],
  ["a pattern that ends", `  @pattern("^[A-Z+*]{2}\\\\+[0-9]{1,3}$") name: string;`],
  ["a format whose values are short", `  @format("uuid") name: string;`],
  ["a literal", `  name: "a" | "b";`],
  ["a number", `  name: int32;`],
  [
    "a bounded scalar",
    `  name: Longer[];\n}\n@maxLength(3) scalar Short extends string;\nscalar Longer extends Short;\nmodel Rest {`,
  ],
  ["a reason", `  @unbounded("Names end where they end.") name: string;`],
])("%s passes", async (_, fields) => {
  expect(await lint("bounded-string", accepting(fields))).toEqual([]);
});

test("a reason at the model holds for all its strings", async () => {
  expect(
    await lint(
      "bounded-string",
      `op send(@body body: Sent): void;
@unbounded("Nobody counted.") model Sent { name: string; other: string }`,
    ),
  ).toEqual([]);
});

test("an empty reason, and a reason for what is bounded, are found", async () => {
  const findings = await lint(
    "bounded-string",
    accepting(`  @unbounded(" ") name: string;
  @unbounded("Long.") @maxLength(4) code: string;`),
  );
  expect(findings.map(({ message }) => message)).toEqual([
    "@unbounded of 'name' has no reason. Write one.",
    "'code' is bounded and has @unbounded. Remove one of the two.",
  ]);
});

test("a response, and what a Base64 string carries, may be of any length", async () => {
  expect(
    await lint(
      "bounded-string",
      `model Event { name: string }
op send(@contentSchema(Event) @maxLength(90) @query data: string): { name: string };`,
    ),
  ).toEqual([]);
});
