import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onPostgres, takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";
import type { Opened, SentMessage } from "../../provider.ts";
import { describeVerdict } from "../../index.ts";
import { playScenario, type ServerInScenario } from "../../scenarios/play.ts";
import { startRecorder, type Recorder } from "../../targets/recorder/recorder.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { enginesOfRun } from "../testing/engines-of-run.ts";
import { drawn } from "../testing/random.ts";
import { expectRealTime } from "../testing/real-time.ts";
import { startDisposableGateway, type DisposableGateway } from "../testing/disposable-gateway.ts";
import { exampleScenario, inScenario, scenarios } from "../testing/scenarios.ts";

/** What each storage asks in its own SQL, by id: how records are sorted, divided into pages, and found when they are due. */
const ofStorage = /\/(list-filters|same-instant|order-expiry|seven-days|clock-brought-back)$/;

/** These wait for the end of a receiver's fifteen seconds, which the tests of deliveries do with shorter ones. */
const waiting = /\/acknowledged-(too-)?late$/;

const known = scenarios.filter(({ id }) => full || !waiting.test(id));

/** That both storages keep records alike, the tests of the stores say as well. */
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

/** Scenarios whose callbacks are genuine, and acknowledged when they come. */
const telling = new Set(
  scenarios.filter(
    ({ steps }) =>
      steps.some(({ kind }) => kind === "receive") &&
      !steps.some((step) => (step.kind === "receive" && step.isForged) || step.kind === "answer"),
  ),
);

describe.each(enginesOfRun)("on the engine %s", (engine) => {
  const judged: { readonly sent: SentMessage; readonly opened: Opened }[] = [];
  let gateway: DisposableGateway;
  let recorder: Recorder & AsyncDisposable;
  let server: ServerInScenario;

  beforeAll(async () => {
    gateway = await startDisposableGateway({
      environment: { ENGINE: engine },
      database: await takeTestDatabase(),
    });
    recorder = await startRecorder();
    server = inScenario(gateway, "gateway-scenarios.test");
  });

  afterAll(async () => {
    await recorder[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
  });

  /** Keeps what is sent and what was made of it. */
  const keeping = (): ServerInScenario => ({
    ...server,
    recorder,
    open(sent, known) {
      const opened = server.open?.(sent, known);
      if (!opened) throw new Error("nothing opens callbacks");
      judged.push({ sent, opened });
      return opened;
    },
  });

  test.each(played)("the reference server keeps $id", async (scenario) => {
    const verdict = await playScenario(scenario, telling.has(scenario) ? keeping() : server);
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
    // Whatever a scenario does to the clock is taken back after it.
    await expectRealTime(gateway);
  });

  test("the example of the README passes", async () => {
    const verdict = await playScenario(await exampleScenario(), server);
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  });

  describe("every callback of these", () => {
    test("is what the merchant contract says", () => {
      expect(judged.flatMap(({ opened }) => opened.faults)).toEqual([]);
      for (const { method, headers } of recorder.requests) {
        expect(method).toBe("POST");
        expect(headers["content-type"]).toMatch(/^application\/json(;|$)/);
      }
    });

    /** What a scenario leaves unpaid ends when another one moves the clock, and nobody waits for that. */
    const awaited = () => {
      const texts = new Set(judged.map(({ sent }) => sent.text));
      return recorder.requests.filter(({ body }) => texts.has(body));
    };

    test("keeps its id", () => {
      const byBody = Map.groupBy(awaited(), ({ body }) => body);
      const ids = [...byBody.values()].map((repeats) => [
        ...new Set(repeats.map(({ headers }) => headers["webhook-id"])),
      ]);
      expect(ids.filter((each) => each.length !== 1)).toEqual([]);
      expect(new Set(ids.flat()).size).toBe(ids.length);
    });

    test.skipIf(played.length < known.length)(
      "is one of each operation, and some come again",
      () => {
        expect(new Set(judged.map(({ sent }) => sent.operation.id))).toEqual(
          new Set(["receiveAuthentication", "receivePayment", "receiveInstallment"]),
        );
        const bodies = awaited().map(({ body }) => body);
        expect(bodies.length).toBeGreaterThan(new Set(bodies).size);
      },
    );
  });
});
