import type { SampleResponse } from "@contract-toolkit/kernel";
import { expect, test } from "vitest";
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

/** A client that does not validate. It follows redirects and repeats requests as configured. */
function careless(times = 1, redirect: "follow" | "manual" = "manual"): ClientUnderTest {
  return {
    isValidating: false,
    async call(server, { id }, request): Promise<SampleResponse> {
      const called = contract.operations[id];
      if (!called) throw new Error("unknown");
      const { url, ...init } = writeRequest(called, request, server);
      let answer: Response | undefined;
      for (let made = 0; made < times; made += 1)
        answer = await fetch(url, { ...init, redirect }).catch(() => answer);
      if (!answer) throw new Error("no answer");
      return { status: answer.status, headers: {}, body: await answer.json() };
    },
  };
}

const redirectTo = (location: string): Partial<CallCase> => ({
  group: "redirects",
  answers: [{ ...refused, status: 307, headers: { Location: [location] } }, given],
});
const failing: TimedAnswer = { ...refused, isHungUp: true };
const ofSafe: TimedAnswer = { response: safe.response, expected: "response" };
const lookup = { operation: safe.operation, call: safe.call };
const again = { ...lookup, retries: 2, answers: [failing, ofSafe] } as const;
const dots: Partial<CallCase> = {
  ...lookup,
  call: { ...safe.call, path: { authenticationId: ".." } },
  answers: [ofSafe],
  mayBeUnsent: true,
};
const refusing = { call: () => Promise.reject(new Error("dots")) };

const behaviours: readonly (readonly [string, Partial<CallCase>, ClientUnderTest, string?])[] = [
  ["does as it is told", { basePath: "/a%20b/", credential: "Another.one" }, careless()],
  [
    "accepts what is no answer",
    { answers: [refused] },
    careless(),
    "the client accepted an invalid answer",
  ],
  ["refuses what is cut off", { answers: [{ ...refused, body: { text: "{open}" } }] }, careless()],
  ["follows no redirect elsewhere", redirectTo("{elsewhere}"), careless()],
  [
    "follows a redirect elsewhere",
    redirectTo("{elsewhere}"),
    careless(1, "follow"),
    "a redirect to another server was followed",
  ],
  ["follows no redirect", redirectTo("{path}"), careless()],
  [
    "follows a redirect",
    redirectTo("{path}"),
    careless(1, "follow"),
    "sent 2 requests instead of one",
  ],
  ["repeats nothing", { retries: 2, answers: [failing, given] }, careless()],
  [
    "repeats what is not safe to repeat",
    { retries: 2, answers: [failing, given] },
    careless(2),
    "sent 2 requests instead of one",
  ],
  ["repeats as often as it may", again, careless(3)],
  ["repeats more often", again, careless(4), "sent 4 requests instead of at most 3"],
  ["sends no value that nobody can send", dots, refusing],
  ["sends another value", dots, careless(), "sent/path: "],
];

test.each(behaviours.map(([what, ...rest]) => ({ what, rest })))(
  "a client that $what",
  async ({ rest: [parts, client, message] }) => {
    const { outcome, findings } = await playCall(contract, caseWith(parts), client);
    expect(outcome).toBe(message === undefined ? "passed" : "failed");
    if (message !== undefined)
      expect(findings.map((each) => each.message).join("\n")).toContain(message);
  },
);
