import { expect, test } from "vitest";
import type { Opened, SentMessage } from "../../provider.ts";
import { describeVerdict } from "../../index.ts";
import { playScenario } from "../../scenarios/play.ts";
import { startRecorder } from "../../targets/client/recorder/recorder.ts";
import { startTestGateway } from "../testing/gateway-on-test-database.ts";
import { inScenario, scenarios } from "../../testing/scenarios.ts";

/** Scenarios whose callbacks are genuine, and acknowledged when they come: the others are played by `scenarios.test.ts`. */
const telling = scenarios.filter(
  ({ steps }) =>
    steps.some(({ kind }) => kind === "receive") &&
    !steps.some((step) => (step.kind === "receive" && step.isForged) || step.kind === "answer"),
);

test("every callback is what the merchant contract says, and keeps its id", async () => {
  await using gateway = await startTestGateway();
  await using recorder = await startRecorder();
  const server = inScenario(gateway, "gateway-callbacks.test");
  const judged: { sent: SentMessage; opened: Opened }[] = [];
  for (const scenario of telling) {
    const verdict = await playScenario(scenario, {
      ...server,
      recorder,
      open(sent, known) {
        const opened = server.open?.(sent, known);
        if (!opened) throw new Error("nothing opens callbacks");
        judged.push({ sent, opened });
        return opened;
      },
    });
    expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  }

  expect(new Set(judged.map(({ sent }) => sent.operation.id))).toEqual(
    new Set(["receiveAuthentication", "receivePayment", "receiveInstallment"]),
  );
  expect(judged.flatMap(({ opened }) => opened.faults)).toEqual([]);
  for (const { method, headers } of recorder.requests) {
    expect(method).toBe("POST");
    expect(headers["content-type"]).toMatch(/^application\/json(;|$)/);
  }
  // What a scenario leaves unpaid ends when another one moves the clock, and nobody waits for that.
  const texts = new Set(judged.map(({ sent }) => sent.text));
  const awaited = recorder.requests.filter(({ body }) => texts.has(body));
  const byBody = Map.groupBy(awaited, ({ body }) => body);
  const ids = [...byBody.values()].map((repeats) => [
    ...new Set(repeats.map(({ headers }) => headers["webhook-id"])),
  ]);
  expect(ids.filter((each) => each.length !== 1)).toEqual([]);
  expect(new Set(ids.flat()).size).toBe(ids.length);
  expect(awaited.length).toBeGreaterThan(ids.length);
});
