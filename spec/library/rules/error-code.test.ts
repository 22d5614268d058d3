import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

test("an error body without a code is found, also in a union and in a refusal", async () => {
  const findings = await lint(
    "error-code",
    `model Plain { why: string }
@refusal(500) model Crash { why: string }
model Coded { @errorCode code: 4 }
@error model Failure { @statusCode _: 400; @body body: Plain | Coded }
op read(): string | Failure;`,
  );
  expect(findings).toEqual([
    {
      at: "1:1",
      code: "@contract-toolkit/typespec/error-code",
      message:
        "The error body 'Plain' has no code; mark a required integer property with @errorCode.",
    },
    expect.objectContaining({ at: "2:1" }),
  ]);
});

test("a code that is optional, and one that is no integer, are found", async () => {
  const findings = await lint(
    "error-code",
    `model Maybe { @errorCode code?: int32 }
model Words { @errorCode code: "bad" | "worse" }
@error model A { @statusCode _: 400; @body body: Maybe }
@error model B { @statusCode _: 404; @body body: Words }
op read(): string | A | B;`,
  );
  expect(findings.map(({ at, message }) => [at, message])).toEqual([
    ["1:15", "The code 'code' is optional; an error always has a code."],
    ["2:15", "The code 'code' is not an integer."],
  ]);
});

test("literal, listed and open integers are codes; a success needs none", async () => {
  expect(
    await lint(
      "error-code",
      `alias Code = { @errorCode code: int32 };
model Open { ...Code }
model Listed { @errorCode code: 1 | 2 }
model Fixed { @errorCode code: 3 }
@error model Failure<S, B> { @statusCode _: S; @body body: B }
op read(): { why: string } | Failure<400, Open> | Failure<404, Listed> | Failure<409, Fixed>;`,
    ),
  ).toEqual([]);
});
