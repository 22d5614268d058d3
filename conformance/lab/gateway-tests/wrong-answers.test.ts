import { expect, test } from "vitest";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import type { Case } from "../../cases/case.ts";
import { playOnServer } from "../../index.ts";
import { committedSuite } from "../../testing/suites.ts";
import {
  answerFaults,
  sampledAnswers,
  type AnswerChange,
} from "../mutation/answers/answer-faults.ts";
import { writeMeasured, type WireAnswer } from "../mutation/permitted-variations/proxy.ts";

const suite = await committedSuite("gateway");
const faults = Map.groupBy(sampledAnswers(suite).flatMap(answerFaults), ({ operator }) => operator);
// A list has several items only where a state has set them up, of which there is none here.
faults.delete("list reversed");

/** Enough to meet one whose place the sample compares. */
const TRIED = 5;

test.each([...faults])(
  "a server whose answer has the fault %s is found out",
  async (_, mutants) => {
    let tried = 0;
    for (const mutant of mutants) {
      const played = await healthy(mutant);
      const changed = played && mutant.change(wireOf(played));
      if (!played || !changed) continue;
      if ((await outcomeOf(played, changed)) === "failed") return;
      tried += 1;
      expect(tried, mutant.id).toBeLessThan(TRIED);
    }
    expect.unreachable("no sample shows the fault");
  },
);

/** A sample of the mutant's answer that passes on a server that says nothing else. */
async function healthy({ operation, status }: AnswerChange): Promise<Case | undefined> {
  const ofAnswer = suite.cases.filter(
    (each) => each.operation.id === operation.id && each.response.status === status,
  );
  for (const each of ofAnswer)
    if (each.providerStates.length === 0 && (await outcomeOf(each, wireOf(each))) === "passed")
      return each;
  return undefined;
}

function wireOf({ operation, response: { status, headers, body } }: Case): WireAnswer {
  const { contentType } = operation.responses[status] ?? {};
  return {
    status,
    headers: [
      ...Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
      ...(contentType === undefined ? [] : [["Content-Type", contentType] as const]),
    ],
    body: body === undefined ? "" : JSON.stringify(body),
  };
}

async function outcomeOf(played: Case, answer: WireAnswer): Promise<string> {
  await using server = await listen((request, response) => {
    request.resume();
    writeMeasured(answer, response);
  });
  const { url } = server;
  const headers = { "X-SERVICE-AUTH": "any" };
  return (
    await playOnServer(suite, played, { url, headers, provider: { states: {} }, fresh: String })
  ).outcome;
}
