import { expect, test } from "vitest";
import { contract } from "../../../generated/gateway/index.ts";
import type { FieldFault } from "../../skeleton/index.ts";
import * as domain from "../domain/errors.ts";
import { answerProblem } from "./error-answers.ts";

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

test("a request whose faults all have a code of their own answers that, any other code 1", () => {
  const amount = { field: "amount", reason: "must be less", code: 32 };
  const info = { field: "info", reason: "is required" };
  const bodyOf = (request: { faults: FieldFault[]; code?: number }) =>
    answerProblem({ kind: "invalid-request", omittedFaults: 0, ...request }).body;
  expect(bodyOf({ faults: [amount], code: 32 })).toMatchObject({ errorCode: 32 });
  expect(bodyOf({ faults: [amount, info] })).toMatchObject({
    errorCode: 1,
    errors: [{ field: "amount", reason: "must be less" }, info],
  });
});

test.each([
  ["a credential", "s".repeat(65)],
  ["words", "Nguyen Van A"],
  ["nothing", ""],
  ["an element", "<b>"],
  ["a card's number", "4111111111111111"],
  ["a card's number within a name", "items.pan_4111-1111-1111-1111"],
  ["13 digits", "x1234567890123"],
])("a name that may be %s is not shown", (_, field) => {
  const faults = [
    { field, reason: "is not documented" },
    { field: "limit", reason: "must be an integer" },
  ];
  const problem = { kind: "invalid-request", faults, omittedFaults: 0 } as const;
  expect(answerProblem(problem).body).toMatchObject({
    errors: [{ ...faults[0], field: "(not shown)" }, faults[1]],
  });
});

test("every documented name is shown", () => {
  const longest = "partnerReference.notificationConfig.installmentNotifyUrl";
  for (const field of [
    longest,
    "X-Account-Ref-ID",
    "items[2].name",
    "filter[status]",
    "page_2",
    "x123456789012",
  ]) {
    const faults = [{ field, reason: "is required" }];
    const problem = { kind: "invalid-request", faults, omittedFaults: 0 } as const;
    expect(answerProblem(problem).body).toMatchObject({ errors: faults });
  }
});

test("faults beyond those listed are counted in the message, whoever found them", () => {
  const faults = Array.from({ length: 130 }, (_, at) => ({ field: `f${at}`, reason: "is wrong" }));
  const found = {
    kind: "invalid-request",
    faults: faults.slice(0, 100),
    omittedFaults: 30,
  } as const;
  const thrown = { kind: "thrown", error: new domain.InvalidInput(faults) } as const;
  for (const problem of [found, thrown])
    expect(answerProblem(problem).body).toEqual({
      errorCode: 1,
      message: "Parameters or fields are missing or not valid; see errors. 30 more are not listed.",
      errors: faults.slice(0, 100),
    });
});

test("what is no HTTP request is answered as the contract documents it", () => {
  for (const status of [400, 408, 413, 417, 431] as const) {
    const { body } = answerProblem({ kind: "malformed-request", status });
    expect(contract.refusals[status]?.({ body })).toBe(true);
    expect(body).toMatchObject({ errorCode: status });
  }
});
