import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import type { Opened, SentMessage } from "../../../conformance/provider.ts";
import { describeVerdict } from "../../../conformance/index.ts";
import { playScenario, type ServerInScenario } from "../../../conformance/scenarios/play.ts";
import {
  startRecorder,
  type Recorder,
} from "../../../conformance/targets/recording-server/recorder.ts";
import { full } from "../testing/long-test.ts";
import { drawn } from "../testing/drawn.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { startDisposableGateway, type DisposableGateway } from "../testing/disposable-gateway.ts";
import { exampleScenario, inScenario, scenarios } from "../testing/scenarios.ts";

/** Scenarios of queries whose SQL differs between the storages: sorting, pages, and due records. */
const ofStorage = /\/(list-filter(s|-combinations)|order-expiry|seven-days|clock-brought-back)$/;

/** These wait for the 15 s timeout of receivers. The tests of deliveries use a shorter one. */
const waiting = /\/acknowledged-(too-)?late$/;

const known = scenarios.filter(({ id }) => full || !waiting.test(id));

/** On PostgreSQL a share of the others is enough, because the tests of the stores run on both. */
const played = onPostgres
  ? [
      ...known.filter(({ id }) => ofStorage.test(id)),
      ...drawn(
        known.filter(({ id }) => !ofStorage.test(id)),
        1 / 6,
        "scenarios on PostgreSQL",
      ),
    ]
  : known;

/** Scenarios whose callbacks are genuine and acknowledged at once. */
const withCallbacks = new Set(
  scenarios.filter(
    ({ steps }) =>
      steps.some(({ kind }) => kind === "receive") &&
      !steps.some((step) => (step.kind === "receive" && step.isForged) || step.kind === "response"),
  ),
);

const judged: { readonly sent: SentMessage; readonly opened: Opened }[] = [];
let gateway: DisposableGateway;
let recorder: Recorder & AsyncDisposable;
let server: ServerInScenario;

beforeAll(async () => {
  gateway = await startDisposableGateway({ database: await takeTestDatabase() });
  recorder = await startRecorder();
  server = inScenario(gateway, "gateway-scenarios.test");
});

afterAll(async () => {
  await recorder[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

/** Records the callbacks and their verdicts. */
const keeping = (): ServerInScenario => ({
  ...server,
  recorder,
  open(sent, known) {
    const opened = server.open?.(sent, known);
    if (!opened) throw new Error("The provider cannot open callbacks.");
    judged.push({ sent, opened });
    return opened;
  },
});

test.each(played)("the reference server passes $id", async (scenario) => {
  const verdict = await playScenario(scenario, withCallbacks.has(scenario) ? keeping() : server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  // The changes that a scenario makes to the clock are undone after it.
  await expectRealTime(gateway);
});

test("the example of the README passes", async () => {
  const verdict = await playScenario(await exampleScenario(), server);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
});

describe("every callback", () => {
  test("keeps the merchant contract", () => {
    expect(judged.flatMap(({ opened }) => opened.violations)).toEqual([]);
    for (const { method, headers } of recorder.requests) {
      expect(method).toBe("POST");
      expect(headers["content-type"]).toMatch(/^application\/json(;|$)/);
    }
  });

  /** Leaves out callbacks of orders that expire when a later scenario moves the clock. */
  const awaited = () => {
    const texts = new Set(judged.map(({ sent }) => sent.text));
    return recorder.requests.filter(({ body }) => texts.has(body));
  };

  test("keeps its id when it is sent again", () => {
    const byBody = Map.groupBy(awaited(), ({ body }) => body);
    const ids = [...byBody.values()].map((repeats) => [
      ...new Set(repeats.map(({ headers }) => headers["webhook-id"])),
    ]);
    expect(ids.filter((item) => item.length !== 1)).toEqual([]);
    expect(new Set(ids.flat()).size).toBe(ids.length);
  });

  test.skipIf(played.length < known.length)(
    "belongs to a known operation, and some are sent again",
    () => {
      expect(new Set(judged.map(({ sent }) => sent.operation.id))).toEqual(
        new Set(["receiveAuthentication", "receivePayment", "receiveInstallment"]),
      );
      const bodies = awaited().map(({ body }) => body);
      expect(bodies.length).toBeGreaterThan(new Set(bodies).size);
    },
  );
});
