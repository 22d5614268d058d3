import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

test("an operation, a parameter, a header and a field without a doc comment are found", async () => {
  const findings = await lint(
    "documented",
    `op read(@query page?: int32): {
  @header etag: string;
  @body body: Item[];
};
model Item { name: string }`,
  );
  expect(findings).toEqual([
    {
      at: "1:1",
      code: "@contract-toolkit/typespec/documented",
      message: "Operation 'read' is not documented. Say in a doc comment what it does.",
    },
    {
      at: "1:9",
      code: "@contract-toolkit/typespec/documented",
      message: "'page' is not documented. Say in a doc comment what it means.",
    },
    expect.objectContaining({ at: "2:3" }),
    expect.objectContaining({ at: "5:14" }),
  ]);
});

test("a field that only a Base64 string carries is found", async () => {
  const findings = await lint(
    "documented",
    `model Event { name: string }
/** Takes. */
op take(
  /** In Base64. */
  @contentSchema(Event) @query data: string,
): void;`,
  );
  expect(findings.map(({ at }) => at)).toEqual(["1:15"]);
});

test("a property spread into two models is found once, where it is declared", async () => {
  const findings = await lint(
    "documented",
    `alias Named = { name: string };
model One { ...Named }
model Two { ...Named }
/** Reads. */
op read(): One | Two;`,
  );
  expect(findings.map(({ at }) => at)).toEqual(["1:17"]);
});

test("what is documented passes, and so does what no message carries", async () => {
  expect(
    await lint(
      "documented",
      `/** Reads. */
op read(): {
  @statusCode _: 200;
  @body body: Item;
};
model Item {
  /** Its name. */
  name: string;
}
model Unused { name: string }`,
    ),
  ).toEqual([]);
});
