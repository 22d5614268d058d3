import { expect, test } from "vitest";
import { contract } from "../../../generated/gateway/index.ts";
import * as domain from "../domain/errors.ts";
import { respondToProblem } from "./error-responses.ts";

test("an internal error does not show its message", () => {
  for (const problem of [
    { kind: "thrown", error: new Error("SQLITE_CORRUPT in /srv/data") },
    { kind: "invalid-response", detail: "/body/token is not documented" },
  ] as const) {
    expect(respondToProblem(problem)).toEqual({
      status: 500,
      body: {
        errorCode: 500,
        message: "The service failed; try again later.",
      },
    });
  }
});

test.each([
  // A credential, text, an empty name, an element, card numbers.
  [false, ["s".repeat(65), "Nguyen Van A", "", "<b>", "4111111111111111", "x1234567890123"]],
  [false, ["items.pan_4111-1111-1111-1111"]],
  [true, ["X-Account-Ref-ID", "items[2].name", "filter[status]", "page_2", "x123456789012"]],
  [true, ["partnerReference.notificationConfig.installmentNotifyUrl"]],
])("whether the name of a field is shown: %s", (isShown, fields) => {
  for (const field of fields) {
    const violations = [{ field, reason: "is not documented" }];
    const problem = { kind: "invalid-request", violations, omittedViolations: 0 } as const;
    expect(respondToProblem(problem).body).toMatchObject({
      errors: [{ ...violations[0], field: isShown ? field : "(not shown)" }],
    });
  }
});

test("the message counts the violations that are not listed", () => {
  const violations = Array.from({ length: 130 }, (_, at) => ({
    field: `f${at}`,
    reason: "is wrong",
  }));
  const found = {
    kind: "invalid-request",
    violations: violations.slice(0, 100),
    omittedViolations: 30,
  } as const;
  const thrown = { kind: "thrown", error: new domain.InvalidInputError(violations) } as const;
  for (const problem of [found, thrown])
    expect(respondToProblem(problem).body).toEqual({
      errorCode: 1,
      message: "Parameters or fields are missing or not valid; see errors. 30 more are not listed.",
      errors: violations.slice(0, 100),
    });
});

test("a request that is not valid HTTP gets a documented response", () => {
  for (const status of [400, 408, 413, 417, 431, 501] as const) {
    const { body } = respondToProblem({ kind: "malformed-request", status });
    expect(contract.refusals[status]?.({ body })).toBe(true);
    expect(body).toMatchObject({ errorCode: status });
  }
});
