import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

const answering = (fields: string) => `op read(): Read;
model Read {
${fields}
}`;

test("a date-time of any offset is found, in text and in the standard type", async () => {
  const findings = await lint(
    "stated-offset",
    answering(`  at: Instant;
  @pattern("T") since: Instant;
  times: offsetDateTime[];
}
@format("date-time") scalar Instant extends string;
model Rest {`),
  );
  expect(findings.map(({ at }) => at)).toEqual(["3:3", "4:3", "5:3"]);
  expect(findings[0]).toEqual({
    at: "3:3",
    code: "@contract-toolkit/typespec/stated-offset",
    message: `'at' is a date-time of any offset. State the offset by a @pattern such as "Z$", or say with @anyOffset why any offset is right.`,
  });
});

test("a pattern that no date-time matches, and an empty reason, are found", async () => {
  const findings = await lint(
    "stated-offset",
    answering(`  @format("date-time") @pattern("^[0-9]{4}$") year: string;
  @anyOffset("") @format("date-time") at: string;`),
  );
  expect(findings.map(({ message }) => message)).toEqual([
    "The pattern of 'year' matches no date-time.",
    "@anyOffset of 'at' has no reason. Write one.",
  ]);
});

test.each([
  ["an offset by pattern", `  @pattern("\\\\+07:00$") @format("date-time") at: string;`],
  ["whole seconds in UTC", `  @pattern("^[^.]*Z$") @format("date-time") at: string;`],
  [
    "a pattern at the scalar",
    `  at: Local;\n}\n@format("date-time") scalar Instant extends string;\n@pattern("Z$") scalar Local extends Instant;\nmodel Rest {`,
  ],
  ["a reason", `  @anyOffset("Others write it.") at: offsetDateTime;`],
  ["the standard type in UTC", `  at: utcDateTime;`],
  ["a date", `  on: plainDate;`],
])("%s passes", async (_, fields) => {
  expect(await lint("stated-offset", answering(fields))).toEqual([]);
});
