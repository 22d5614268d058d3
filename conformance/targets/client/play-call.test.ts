import { parseJson, type SampleResponse } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import type { CallCase, TimedResponse } from "../../cases/clients/call-case.ts";
import { RefusedCallError, type RefusalKind } from "../../errors.ts";
import { writeRequest } from "../../request.ts";
import { committedSuite } from "../../testing/suites.ts";
import type { ClientUnderTest } from "./play-call.ts";
import { playOnClient } from "./play-call.ts";

const { contract, cases } = await committedSuite("gateway");
const sampleOf = (id: string) => {
  const found = cases.find((testCase) => testCase.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};
const unsafe = sampleOf("deleteToken/delete-token");
const safe = sampleOf("lookupAuthentication/verified");

const { call, operation, response, source } = unsafe;
const given: TimedResponse = { response, expected: "response" };
const refused: TimedResponse = { response, expected: "refused" };

function caseWith(parts: Partial<CallCase>): CallCase {
  const head = { id: "a/http/b/c", kind: "http", why: "", source } as const;
  return {
    ...head,
    operation,
    group: "responses",
    section: "",
    call,
    responses: [given],
    ...parts,
  };
}

/** A client that does not validate. It follows redirects and repeats requests as configured. */
function careless(times = 1, redirect: "follow" | "manual" = "manual"): ClientUnderTest {
  return {
    isValidating: false,
    async call(server, { id }, request): Promise<SampleResponse> {
      const called = contract.operations[id];
      if (!called) throw new Error("unknown");
      const { url, ...init } = writeRequest(called, request, server);
      let response: Response | undefined;
      for (let made = 0; made < times; made += 1)
        response = await fetch(url, { ...init, redirect }).catch(() => response);
      const text = await response?.text().catch(() => undefined);
      const body = parseJson(text ?? "");
      if (!response || body === undefined)
        throw new RefusedCallError(text === undefined ? "network" : "response", "no response");
      return { status: response.status, headers: {}, body };
    },
  };
}

const redirectTo = (location: string): Partial<CallCase> => ({
  group: "redirects",
  responses: [{ ...refused, status: 307, headers: { Location: [location] } }, given],
});
const failing: TimedResponse = { ...refused, isHungUp: true };
const ofSafe: TimedResponse = { response: safe.response, expected: "response" };
const lookup = { operation: safe.operation, call: safe.call };
const again = { ...lookup, retries: 2, responses: [failing, ofSafe] } as const;
const dots: Partial<CallCase> = {
  ...lookup,
  call: { ...safe.call, path: { authenticationId: ".." } },
  responses: [ofSafe],
  mayBeUnsent: true,
};
const refusing = { call: () => Promise.reject(new RefusedCallError("request", "dots")) };
/** A client that reads whole responses until its deadline. */
function wholeReader(kind?: RefusalKind): ClientUnderTest {
  return {
    async call(server, of, request, { deadlineMs = 0 } = {}) {
      const { url, ...init } = writeRequest(of, request, server);
      const signal = AbortSignal.timeout(deadlineMs);
      const text = await fetch(url, { ...init, signal })
        .then((found) => found.text())
        .catch(() => {
          throw kind ? new RefusedCallError(kind, "too late") : new Error("too late");
        });
      return { status: 200, headers: {}, body: text };
    },
  };
}
const framing = { kind: "length", missingBytes: 7 } as const;
const stalling: Partial<CallCase> = {
  deadlineMs: 500,
  responses: [{ ...refused, isStalled: true, framing }],
};

const behaviours: readonly (readonly [string, Partial<CallCase>, ClientUnderTest, string?])[] = [
  [
    "sends the call and returns the response",
    { basePath: "/a%20b/", credential: "Another.one" },
    careless(),
  ],
  [
    "accepts an invalid response",
    { responses: [refused] },
    careless(),
    "the client accepted an invalid response",
  ],
  [
    "refuses a response that is cut off",
    { responses: [{ ...refused, body: { text: "{open}" } }] },
    careless(),
  ],
  ["does not follow a redirect to another server", redirectTo("{elsewhere}"), careless()],
  [
    "follows a redirect to another server",
    redirectTo("{elsewhere}"),
    careless(1, "follow"),
    "a redirect to another server was followed",
  ],
  ["does not follow a redirect", redirectTo("{path}"), careless()],
  [
    "follows a redirect",
    redirectTo("{path}"),
    careless(1, "follow"),
    "sent 2 requests instead of one",
  ],
  ["does not repeat", { retries: 2, responses: [failing, given] }, careless()],
  [
    "repeats a request that is not safe to repeat",
    { retries: 2, responses: [failing, given] },
    careless(2),
    "sent 2 requests instead of one",
  ],
  ["repeats as often as allowed", again, careless(3)],
  ["repeats more often than allowed", again, careless(4), "sent 4 requests instead of at most 3"],
  ["gives up at the deadline", stalling, wholeReader("timeout")],
  ["says that there is no network then", stalling, wholeReader("network"), 'instead of "timeout"'],
  ["does not say why it gives up", stalling, wholeReader(), 'refused as "nothing"'],
  ["knows no kinds", stalling, { ...wholeReader(), hasRefusalKinds: false }],
  ["refuses to send dots", dots, refusing],
  ["sends something else in place of dots", dots, careless(), "sent/path: "],
];

test.each(behaviours.map(([what, ...rest]) => ({ what, rest })))(
  "a client that $what",
  async ({ rest: [parts, client, message] }) => {
    const { outcome, findings } = await playOnClient(contract, caseWith(parts), client);
    expect(outcome).toBe(message === undefined ? "passed" : "failed");
    if (message !== undefined)
      expect(findings.map((finding) => finding.message).join("\n")).toContain(message);
  },
);
