import { afterAll, beforeAll, expect, test } from "vitest";
import { describeVerdict } from "../index.ts";
import { playScenario, type ServerInScenario } from "../scenarios/play.ts";
import { caller, textIn } from "../testing/caller.ts";
import { startTestGateway, type DisposableGateway } from "../testing/gateway.ts";
import { exampleScenario, inScenario, scenarios } from "../testing/scenarios.ts";

let gateway: DisposableGateway;
let server: ServerInScenario;

beforeAll(async () => {
  gateway = await startTestGateway();
  server = inScenario(gateway, "gateway-scenarios.test");
});

afterAll(() => gateway[Symbol.asyncDispose]());

test.each(scenarios)("the reference server keeps $id", async (scenario) => {
  const verdict = await playScenario(scenario, server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("kept");
});

test("the example of the README is kept", async () => {
  const verdict = await playScenario(await exampleScenario(), server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("kept");
});

test("a scenario that moves the clock takes that back", async () => {
  const seven = scenarios.find(({ id }) => id === "scenario/seven-days");
  expect(seven && (await playScenario(seven, server)).outcome).toBe("kept");
  const { body } = await caller(gateway.url.origin, gateway.token)("GET", "/sandbox/clock");
  const aheadMs = Date.parse(textIn(body, "now")) - Date.now();
  expect(Math.abs(aheadMs)).toBeLessThan(HOUR_MS);
});

// Much more than a request takes, much less than the scenario moves the clock by.
const HOUR_MS = 3_600_000;
