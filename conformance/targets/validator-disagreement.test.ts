import { describe, expect, test } from "vitest";
import { playOnClient } from "../index.ts";
import { validatorsDisagree } from "./validator-disagreement.ts";
import { committedSuite } from "../testing/suites.ts";

const suites = await Promise.all((["gateway", "sandbox", "merchant"] as const).map(committedSuite));

test.each(suites)("both validators read $contract.title alike", ({ contract, constraints }) => {
  const disagreed = constraints().cases.filter((each) => validatorsDisagree(contract, each));
  expect(disagreed.map(({ id }) => id)).toEqual([]);
});

describe("a case that the contract's own validator takes for valid", () => {
  const [{ contract, constraints } = { constraints: undefined }] = suites;
  const played = constraints?.().cases.find(
    ({ constraint, boundary }) => constraint.direction === "response" && boundary === "invalid",
  );

  test("is a failure of the suite, and nobody's fault", async () => {
    if (!contract || !played) throw new Error("there is no such case");
    const lenient = {
      ...contract,
      validators: {
        ...contract.validators,
        [played.operation.id]: {
          request: () => true,
          responses: { [played.constraint.status ?? 0]: () => true },
        },
      },
    };
    const verdict = await playOnClient(lenient, played, {
      call: (_, __, request) => Promise.resolve({ status: 200, headers: {}, body: request.body }),
    });
    expect(verdict.outcome).toBe("error");
    expect(verdict.findings[0]?.message).toContain("second validator");
  });
});

describe("a case that the contract's own validator takes for invalid", () => {
  const [{ contract, constraints } = { constraints: undefined }] = suites;
  const played = constraints?.().cases.find(
    ({ constraint, boundary }) =>
      constraint.direction === "response" && constraint.keyword === "type" && boundary === "valid",
  );

  test("is a failure of the suite, and nobody's fault", async () => {
    if (!contract || !played) throw new Error("there is no such case");
    const strict = {
      ...contract,
      validators: {
        ...contract.validators,
        [played.operation.id]: {
          request: () => false,
          responses: { [played.constraint.status ?? 0]: () => false },
        },
      },
    };
    const verdict = await playOnClient(strict, played, {
      call: () => Promise.reject(new Error("refused")),
    });
    expect(verdict.outcome).toBe("error");
    expect(verdict.findings[0]?.message).toContain("second validator");
  });
});
