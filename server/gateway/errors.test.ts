import { describe, expect, test } from "vitest";
import * as domain from "./domain/errors.ts";
import { answerProblem } from "./errors.ts";

describe("errors of the domain", () => {
  const faults = [{ field: "a.b", reason: "must be c" }];
  test.each([
    [new domain.NotAuthenticated("m"), 401, 401],
    [new domain.InvalidInput(faults), 400, 1],
    [new domain.SubAccountRefused("m"), 400, 90],
    [new domain.MethodNotPermitted("MM"), 403, 140],
    [new domain.BankNotPermitted("B"), 403, 141],
    [new domain.DuplicateOrder("o"), 409, 30],
    [new domain.NotFound("token"), 404, 404],
    [new domain.StateForbids("m"), 409, 409],
  ])("%s", (error, status, errorCode) => {
    const answer = answerProblem({ kind: "thrown", error });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errorCode });
  });

  test("faults are told by field", () => {
    const error = new domain.InvalidInput(faults);
    expect(answerProblem({ kind: "thrown", error }).body).toMatchObject({
      errors: faults,
    });
  });
});

test("nothing is told about a fault of the program", () => {
  for (const problem of [
    { kind: "thrown", error: new Error("SQLITE_CORRUPT in /srv/data") },
    { kind: "invalid-response", detail: "/body/token is not documented" },
  ] as const) {
    expect(answerProblem(problem)).toEqual({
      status: 500,
      body: {
        errorCode: 500,
        message: "The service failed; try again later.",
      },
    });
  }
});

test.each([
  [{ kind: "unknown-path" } as const, 404],
  [{ kind: "method-not-allowed", allow: ["GET"] } as const, 405],
  [{ kind: "body-too-large", limitBytes: 10 } as const, 413],
  [{ kind: "unsupported-media-type", expected: "a/b" } as const, 415],
])("$kind answers its status as errorCode", (problem, status) => {
  const answer = answerProblem(problem);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ errorCode: status });
});

test("a fault without a code of its own makes the answer code 1, with every fault", () => {
  const amount = { field: "amount", reason: "must be less", code: 32 };
  const info = { field: "info", reason: "is required" };
  const codeOf = (faults: domain.FieldFault[]) =>
    answerProblem({ kind: "invalid-request", faults }).body;
  expect(codeOf([amount])).toMatchObject({ errorCode: 32 });
  expect(codeOf([amount, info])).toMatchObject({
    errorCode: 1,
    errors: [{ field: "amount", reason: "must be less" }, info],
  });
});

test("a name that holds what must not be given back is not shown", () => {
  const faults = [
    { field: "4539148803436467", reason: "is not documented" },
    { field: "limit", reason: "must be an integer" },
  ];
  expect(answerProblem({ kind: "invalid-request", faults }).body).toMatchObject({
    errors: [{ ...faults[0], field: "(not shown)" }, faults[1]],
  });
});
