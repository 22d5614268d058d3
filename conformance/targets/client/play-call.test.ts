import type { SampleResponse } from "@contract-toolkit/kernel";
import { describe, expect, test } from "vitest";
import type { CallCase, TimedAnswer } from "../../cases/clients/call-case.ts";
import { writeRequest } from "../../request.ts";
import { committedSuite } from "../../testing/suites.ts";
import type { ClientUnderTest } from "./client.ts";
import { playCall } from "./play-call.ts";

const { contract, cases } = await committedSuite("gateway");
const sampleOf = (id: string) => {
  const found = cases.find((each) => each.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};
const unsafe = sampleOf("deleteToken/delete-token");
const safe = sampleOf("lookupAuthentication/verified");

const { call, operation, response, source } = unsafe;
const given: TimedAnswer = { response, expected: "response" };
const refused: TimedAnswer = { response, expected: "refused" };

function caseWith(parts: Partial<CallCase>): CallCase {
  const head = { id: "a/http/b/c", kind: "http", why: "", source } as const;
  return { ...head, operation, group: "answers", section: "", call, answers: [given], ...parts };
}

/** A client that judges nothing: it follows redirects and repeats as it is told. */
function careless(follow: "follow" | "manual", times = 1): ClientUnderTest {
  return {
    isValidating: false,
    async call(server, { id }, request): Promise<SampleResponse> {
      const called = contract.operations[id];
      if (!called) throw new Error("unknown");
      const { url, ...init } = writeRequest(called, request, server);
      let answer: Response | undefined;
      for (let made = 0; made < times; made += 1)
        answer = await fetch(url, { ...init, redirect: follow }).catch(() => answer);
      if (!answer) throw new Error("no answer");
      return { status: answer.status, headers: {}, body: await answer.json() };
    },
  };
}

async function messagesOf(played: CallCase, client: ClientUnderTest) {
  const { outcome, findings } = await playCall(contract, played, client);
  return [outcome, ...findings.map(({ message }) => message)];
}

test("a client that does as it is told passes", async () => {
  const played = caseWith({ basePath: "/a%20b/", credential: "Another.one" });
  expect(await messagesOf(played, careless("manual"))).toEqual(["passed"]);
});

test("an answer that nobody may take for one has to be refused", async () => {
  expect(await messagesOf(caseWith({ answers: [refused] }), careless("manual"))).toEqual([
    "failed",
    "the client accepted an invalid answer",
  ]);
  const cutOff = caseWith({ answers: [{ ...refused, body: { text: "{open}" } }] });
  expect(await messagesOf(cutOff, careless("manual"))).toEqual(["passed"]);
});

describe("a redirect", () => {
  const to = (location: string): CallCase =>
    caseWith({
      group: "redirects",
      answers: [{ ...refused, status: 307, headers: { Location: [location] } }, given],
    });

  test.each([
    ["{elsewhere}", "a redirect to another server was followed"],
    ["{path}", "sent 2 requests instead of one"],
  ])("to %s is not followed", async (location, message) => {
    expect(await messagesOf(to(location), careless("manual"))).toEqual(["passed"]);
    expect(await messagesOf(to(location), careless("follow"))).toEqual(
      expect.arrayContaining(["failed", message]),
    );
  });
});

describe("a request is repeated", () => {
  const failing: TimedAnswer = { ...refused, isHungUp: true };

  test("not where the contract does not say that it is safe", async () => {
    const played = caseWith({ retries: 2, answers: [failing, given] });
    expect(await messagesOf(played, careless("manual", 2))).toContain(
      "sent 2 requests instead of one",
    );
    expect(await messagesOf(played, careless("manual"))).toEqual(["passed"]);
  });

  test("as often as it may be", async () => {
    const answers = [failing, { response: safe.response, expected: "response" }] as const;
    const { operation: lookup } = safe;
    const played = caseWith({ operation: lookup, call: safe.call, retries: 2, answers });
    expect(await messagesOf(played, careless("manual", 3))).toEqual(["passed"]);
    expect(await messagesOf(played, careless("manual", 4))).toContain(
      "sent 4 requests instead of at most 3",
    );
  });
});

test("a value that no request can carry is not sent, or arrives", async () => {
  const played = caseWith({
    operation: safe.operation,
    call: { ...safe.call, path: { authenticationId: ".." } },
    answers: [{ response: safe.response, expected: "response" }],
    mayBeUnsent: true,
  });
  expect(await messagesOf(played, { call: () => Promise.reject(new Error("dots")) })).toEqual([
    "passed",
  ]);
  expect(await messagesOf(played, careless("manual"))).toContainEqual(
    expect.stringMatching(/^sent\/path: /),
  );
});
