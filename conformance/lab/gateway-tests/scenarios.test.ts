import { afterAll, beforeAll, expect, test } from "vitest";
import { describeVerdict } from "../../index.ts";
import { playScenario, type ServerInScenario } from "../../scenarios/play.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway-on-test-database.ts";
import { exampleScenario, inScenario, scenarios } from "../../testing/scenarios.ts";

let gateway: DisposableGateway;
let server: ServerInScenario;

beforeAll(async () => {
  gateway = await startTestGateway();
  server = inScenario(gateway, "gateway-scenarios.test");
});

afterAll(() => gateway[Symbol.asyncDispose]());

test.each(scenarios)("the reference server keeps $id", async (scenario) => {
  const verdict = await playScenario(scenario, server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
});

test("the example of the README passes", async () => {
  const verdict = await playScenario(await exampleScenario(), server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
});

test("a scenario that moves the clock takes that back", async () => {
  const seven = scenarios.find(({ id }) => id === "scenario/seven-days");
  expect(seven && (await playScenario(seven, server)).outcome).toBe("passed");
  await expectRealTime(gateway);
});
