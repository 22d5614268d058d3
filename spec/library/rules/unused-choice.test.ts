import { expect, test } from "vitest";
import { errorsOf, lint } from "../testing/lint.ts";

const declared = `@@choice(Tested, "taken", #{ open: "Which?", chosen: "This." });
@@choice(Tested, "idle", #{ open: "Which?", chosen: "That." });
`;

test("a choice that nothing is chosen by is found at its declaration", async () => {
  const findings = await lint("unused-choice", `${declared}@chosen("taken") op read(): void;`);
  expect(findings).toEqual([
    {
      at: "2:1",
      code: "@contract-toolkit/typespec/unused-choice",
      message: "No @chosen names the choice 'idle'. Mark what it decides, or remove it.",
    },
  ]);
});

test("a choice may decide an operation, a field or the whole service", async () => {
  expect(
    await lint(
      "unused-choice",
      `${declared}@@chosen(Tested, "idle");
op read(): { @chosen("taken") name: string };`,
    ),
  ).toEqual([]);
});

test("an id that no choice has does not compile", async () => {
  const errors = await errorsOf(
    `${declared}@@chosen(Tested, "absent");
@chosen("taken", "lost") op read(): void;`,
  );
  expect(errors.map(({ code, message }) => [code, message])).toEqual([
    ["@contract-toolkit/typespec/unknown-choice", expect.stringContaining("'absent'")],
    ["@contract-toolkit/typespec/unknown-choice", expect.stringContaining("'lost'")],
  ]);
});
