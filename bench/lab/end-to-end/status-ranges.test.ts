import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { usualStatus } from "../../../scripts/mock/responses.ts";
import { specify } from "../../../scripts/generate/testing/specification.ts";
import { callContextOf } from "../../../conformance/cases/clients/call-context.ts";
import { allowsResponse } from "../../../conformance/contract-allows.ts";
import { coverageOf } from "../../../conformance/report/coverage.ts";
import { readScenario } from "../../../conformance/scenarios/read/read.ts";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { listen } from "../../../conformance/testing/listen.ts";
import { suiteIn } from "../../../conformance/testing/suites.ts";
import { fuzz } from "../../../server/gateway/tests/fuzz/fuzz.ts";

const specification = await specify(`
model Item { id: string; }
model Found { @minValue(200) @maxValue(299) @statusCode status: int32; @header("X-Page") page: string; ...Item; }
@error model Refused { @minValue(400) @maxValue(499) @statusCode status: int32; code: int32; }
@error model Failed { title: string; }
@opExample(#{ parameters: #{ id: "a" }, returnType: #{ status: 203, page: "1", id: "a" } }, #{ title: "found" })
@opExample(#{ parameters: #{ id: "b" }, returnType: #{ status: 409, code: 7 } }, #{ title: "refused" })
@route("/items") @get op find(@query id: string): Found | Refused | Failed;`);
afterAll(() => specification[Symbol.asyncDispose]());
const { folder } = await generateInto(specification.entry);
const suite = await suiteIn(join(folder, "shelf"));
const { find } = suite.contract.operations;
if (!find) throw new Error("the operation is missing");

test("the contract documents ranges only", () => {
  expect(Object.keys(find.responses)).toEqual(["2XX", "4XX", "default"]);
});

test.each([
  [203, { id: "a" }, true],
  [203, { title: "a" }, false],
  [409, { code: 7 }, true],
  [409, { title: "a" }, false],
  [503, { title: "a" }, true],
  [302, { id: "a" }, false],
])("a response %i with %j is allowed: %s", (status, body, isAllowed) => {
  const headers = { "X-Page": "1" };
  expect(allowsResponse(suite.contract, find, { status, headers, body })).toBe(isAllowed);
});

test("calls of clients get a response of each range", () => {
  const { success, errors } = callContextOf(suite, find) ?? {};
  expect(success?.response.status).toBe(203);
  expect(errors?.map(({ response }) => response.status)).toEqual([400, 500]);
});

test("an exchange is counted under its range", () => {
  const played = suite.cases.map((testCase) => ({
    case: testCase,
    exchanges: [{ operation: "find", request: testCase.request, response: testCase.response }],
    play: () => Promise.reject(new Error("it was played")),
  }));
  const { statuses, headers } = coverageOf(
    suite.contract,
    played,
    new Map(suite.cases.map(({ id }) => [id, "passed"])),
  );
  expect(statuses.map(({ status, exchanges }) => [status, exchanges])).toEqual([
    ["2XX", 1],
    ["4XX", 1],
    ["default", 0],
  ]);
  expect(headers).toMatchObject([{ status: "2XX", name: "X-Page", exchanges: 1 }]);
});

test("scenarios expect a status of a range", () => {
  const read = (line: string) =>
    readScenario(
      "a.yaml",
      `why: It is shown.\nsteps:\n  - call: find\n    sample: found\n${line}`,
      {
        suites: [suite],
        providerStates: [],
      },
    ).steps[0];
  expect(read("    status: 409")).toMatchObject({ status: 409 });
  expect(read("")).toMatchObject({ status: 200 });
  expect(() => read("    status: 302")).toThrow("find documents no status 302");
});

test("a mock answers with a status of the first range", () => {
  expect(usualStatus(find)).toBe(200);
});

test("random requests may be answered with any status of a range", async () => {
  await using server = await listen((_, response) => {
    const headers = { "Content-Type": "application/json" };
    response.writeHead(409, headers).end(JSON.stringify({ code: 7 }));
  });
  const result = await fuzz(suite, find, { url: server.url, headers: {} }, { seed: 1, runs: 5 });
  expect(result.failure).toBeUndefined();
});
