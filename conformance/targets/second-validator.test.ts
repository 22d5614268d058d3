import { expect, test } from "vitest";
import { playOnClient } from "../index.ts";
import { validatorsDisagree } from "./second-validator.ts";
import { committedSuite } from "../testing/suites.ts";

const suites = await Promise.all((["gateway", "sandbox", "merchant"] as const).map(committedSuite));

test.each(suites)(
  "both validators agree on every constraint case of $contract.title",
  ({ contract, constraints }) => {
    const disagreed = constraints().cases.filter((testCase) =>
      validatorsDisagree(contract, testCase),
    );
    expect(disagreed.map(({ id }) => id)).toEqual([]);
  },
);

test.each([
  ["valid", "invalid", (body: unknown) => Promise.resolve({ status: 200, headers: {}, body })],
  ["invalid", "valid", () => Promise.reject(new Error("refused"))],
] as const)(
  "a case that the contract's own validator finds %s, and the oracle %s, is an error of the suite",
  async (judged, boundary, response) => {
    const [{ contract, constraints } = { constraints: undefined }] = suites;
    const played = constraints?.().cases.find(
      (testCase) =>
        testCase.constraint.direction === "response" &&
        testCase.constraint.keyword === "type" &&
        testCase.boundary === boundary,
    );
    if (!contract || !played) throw new Error("there is no such case");
    const judge = () => judged === "valid";
    const own = { request: judge, responses: { [played.constraint.status ?? 0]: judge } };
    const validators = { ...contract.validators, [played.operation.id]: own };
    const verdict = await playOnClient({ ...contract, validators }, played, {
      call: (_, __, request) => response(request.body),
    });
    expect(verdict.outcome).toBe("error");
    expect(verdict.findings[0]?.message).toContain("second validator");
  },
);
