import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

test("a choice that leaves out what is open or what is chosen is found at its declaration", async () => {
  const findings = await lint(
    "choice-reason",
    `@@choice(Tested, "whole", #{ open: "Which?", chosen: "This." });
@@choice(Tested, "no-question", #{ open: " ", chosen: "This." });
@@choice(Tested, "no-answer", #{ open: "Which?", chosen: "" });
op read(): void;`,
  );
  expect(findings).toEqual([
    {
      at: "2:1",
      code: "@contract-toolkit/typespec/choice-reason",
      message: "The choice 'no-question' does not say what is open.",
    },
    {
      at: "3:1",
      code: "@contract-toolkit/typespec/choice-reason",
      message: "The choice 'no-answer' does not say what is chosen.",
    },
  ]);
});
