import { expect, test } from "vitest";
import { provider } from "../../../server/provider-states/gateway.ts";
import { committedSuite } from "../../testing/suites.ts";
import { httpCases } from "./derive.ts";
import { jwtCredentials } from "../../jwt/credentials.ts";
import type { HttpDecisions } from "./http-decisions.ts";

const suite = await committedSuite("gateway");
const given = { "x-service-auth": "" };

function casesOf(http: HttpDecisions = {}) {
  return httpCases(suite, { http }, given);
}

test("the same contract gives the same cases, each with a unique id and a section", () => {
  const cases = httpCases(suite, provider, given);
  expect(JSON.stringify(httpCases(suite, provider, given))).toBe(JSON.stringify(cases));
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  for (const { section } of cases) expect(section).toMatch(/^(RFC \d+|OpenAPI 3\.1), section \d/);
});

test("every operation has cases of each group that applies to it", () => {
  const groups = Map.groupBy(httpCases(suite, provider, given), ({ operation }) => operation.id);
  for (const operation of Object.values(suite.contract.operations)) {
    const own = new Set((groups.get(operation.id) ?? []).map(({ group }) => group));
    expect([...own].sort()).toEqual(
      operation.body?.required
        ? ["bodies", "credentials", "headers", "neutral", "refusals", "responses", "targets"]
        : ["credentials", "headers", "neutral", "refusals", "responses", "targets"],
    );
  }
});

test("without makers, there are only the credential cases that need none", () => {
  const own = casesOf().filter(({ group }) => group === "credentials");
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ credential }) => credential)).toEqual([]);
  const user = () => Promise.reject(new Error("nobody is asked"));
  const made = httpCases(
    suite,
    { makeCredential: jwtCredentials({ toleranceSeconds: 0, user }) },
    given,
  );
  expect(made.map(({ id }) => id)).toContain(
    "payOrder/http/credentials/X-SERVICE-AUTH forged-signature",
  );
});

test("invalid responses are provoked only if the provider knows how", () => {
  const isOfResponses = ({ group }: { group: string }) => group === "responses";
  expect(casesOf().filter(isOfResponses)).toEqual([]);
  const thrown = () => ({ headers: { "X-Fail": "1" }, traces: [] });
  const made = httpCases(suite, { provocations: { thrown } }, given).filter(isOfResponses);
  expect(made.map(({ id }) => id)).toEqual(
    Object.keys(suite.contract.operations).map((id) => `${id}/http/responses/thrown`),
  );
});

test.each<[HttpDecisions, string]>([
  [{ bodyLimitBytes: 1000 }, "one byte more"],
  [{ nestingLevels: 9 }, "lists nested beyond the limit"],
  [{ mostViolations: 3 }, "4 undocumented names"],
  [{ isEmptySegmentUnknown: true }, "path authenticationId empty"],
  [{ unknownNames: { told: [], leftOut: ["123"] } }, "name left out: 123"],
])("what a service may decide is tested only if it has decided: %j", (http, name) => {
  const isMeant = ({ id }: { id: string }) => id.endsWith(`/${name}`);
  expect(casesOf().filter(isMeant)).toEqual([]);
  expect(casesOf(http).filter(isMeant).length).toBeGreaterThan(0);
});

test("with two problems, the decided precedence gives the status, or else both are allowed", () => {
  const statusesOf = (http: HttpDecisions) => {
    const id = "payOrder/http/refusals/credential and media-type";
    const expected = casesOf(http).find((testCase) => testCase.id === id)?.expected;
    return expected?.kind === "refused" ? expected.statuses : undefined;
  };
  expect(statusesOf({})).toEqual([401, 415]);
  expect(statusesOf({ precedence: [["media-type"], ["credential"]] })).toEqual([415]);
});
