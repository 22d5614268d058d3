import { expect, test } from "vitest";
import { lint } from "../testing/lint.ts";

const answers = `
@error model Failure<Status, Body> { @statusCode _: Status; @body body: Body }
model Refused { @errorCode code: 1 | 2; why: string }
model Gone { @errorCode code: int32 }
op read(): string | Failure<400, Refused> | Failure<404, Gone>;
`;

test("each code of each status that no sample shows is found", async () => {
  const findings = await lint(
    "sampled-error",
    `@@opExample(read, #{ returnType: #{ _: 400, body: #{ code: 2, why: "no" } } }, #{ title: "two" });${answers}`,
  );
  expect(findings).toEqual([
    {
      at: "5:1",
      code: "@contract-toolkit/typespec/sampled-error",
      message:
        "Operation 'read' declares 400 with code 1 and has no sample of it. Add a sample, or remove the code.",
    },
    {
      at: "5:1",
      code: "@contract-toolkit/typespec/sampled-error",
      message:
        "Operation 'read' declares 404 and has no sample of it. Add a sample, or remove the status.",
    },
  ]);
});

test("a status is not shown by another status's sample of the same code", async () => {
  const findings = await lint(
    "sampled-error",
    `@error model A { @statusCode _: 400; @errorCode code: 1 }
@error model B { @statusCode _: 403; @errorCode code: 1 }
@opExample(#{ returnType: #{ _: 400, code: 1 } }, #{ title: "one" })
op read(): string | A | B;`,
  );
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining("declares 403 with code 1"),
  ]);
});

test("an operation that shows each status and code passes", async () => {
  expect(
    await lint(
      "sampled-error",
      `@@opExample(read, #{ returnType: #{ _: 400, body: #{ code: 1, why: "no" } } }, #{ title: "one" });
@@opExample(read, #{ returnType: #{ _: 400, body: #{ code: 2, why: "no" } } }, #{ title: "two" });
@@opExample(read, #{ returnType: #{ _: 404, body: #{ code: 9 } } }, #{ title: "gone" });${answers}`,
    ),
  ).toEqual([]);
});

test("a refusal that no operation lacks is found where it is declared", async () => {
  const findings = await lint(
    "sampled-error",
    `@@refusalSamples(Tested, #{ title: "gone", description: "", returnType: #{ _: 404, body: #{ code: 9 } } },
  #{ title: "teapot", description: "", returnType: #{ _: 418 } });
@@opExample(read, #{ returnType: "a" }, #{ title: "read" });
@@opExample(read, #{ returnType: #{ _: 400, body: #{ code: 1, why: "no" } } }, #{ title: "one" });
@@opExample(read, #{ returnType: #{ _: 400, body: #{ code: 2, why: "no" } } }, #{ title: "two" });${answers}`,
  );
  expect(findings).toEqual([
    {
      at: "2:3",
      code: "@contract-toolkit/typespec/unused-refusal",
      message: expect.stringContaining("gets the sample 'teapot'") as unknown,
    },
  ]);
});
