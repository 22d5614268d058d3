import { expect, test } from "vitest";
import { freshValues } from "../cases/fresh-values.ts";
import { startRecorder } from "../targets/recording-server/recorder.ts";
import { playScenario } from "./play.ts";
import { committedSuite } from "../testing/suites.ts";
import { readScenario } from "./read/read.ts";
import { readExpectations, type Expectations } from "./steps/expect.ts";

const source = { file: "pages.yaml", line: 1, column: 1 };

/** The outcome of a visit to a page that redirects to another host at once. */
async function visitRedirect(expected: Partial<Expectations>) {
  await using server = await startRecorder();
  server.response = { status: 303, headers: { Location: "https://shop.example/back?a=1" } };
  const step = {
    ...{ kind: "visit" as const, title: "visit", source, status: 200, isIfUrl: false },
    ...{ expected: { ...readExpectations({}), ...expected }, keep: {} },
  };
  const url = server.url.href;
  const { outcome } = await playScenario(
    {
      ...{ id: "scenario/page", kind: "scenario", why: "", source, fresh: {} },
      steps: [{ ...step, url }],
    },
    { url: server.url, headers: {}, provider: { states: {} }, fresh: freshValues("seed") },
  );
  return outcome;
}

const text = { "/body/text": "Thank you" };

test.each<[Partial<Expectations>, string]>([
  [{ contains: { "/body/onward": "https://shop.example/back", ...text } }, "passed"],
  [{ contains: { "/body/onward": "https://shop.example/gone", ...text } }, "failed"],
  [{ contains: text }, "failed"],
])("a page that leads elsewhere may redirect at once: %j %s", async (expected, outcome) => {
  expect(await visitRedirect(expected)).toBe(outcome);
});

const suite = await committedSuite("gateway");

/** Plays a call that must be refused, on a server whose state is read before and after it. */
async function callRefused(...states: readonly unknown[]) {
  await using server = await startRecorder();
  const refused = suite.cases.find(({ id }) => id === "deleteToken/unknown-token");
  const headers = { "Content-Type": "application/json" };
  server.response = { status: 404, headers, body: refused?.response.body };
  const text = [
    "why: It is shown.",
    "steps:",
    "  - call: deleteToken",
    "    sample: delete-token",
    "    status: 404",
  ].join("\n");
  const read = states.values();
  const provider = { states: {}, readState: () => Promise.resolve(read.next().value) };
  return await playScenario(readScenario("a.yaml", text, { suites: [suite], providerStates: [] }), {
    ...{ url: server.url, provider, fresh: freshValues("seed") },
    headers: { "X-SERVICE-AUTH": "a credential" },
  });
}

test("a refused request must not change the state of its caller", async () => {
  const before = { total: 1, items: [{ text: "first" }] };
  expect((await callRefused(before, structuredClone(before))).findings).toEqual([]);
  expect(
    (await callRefused(before, { ...before, items: [{ text: "second" }] })).findings,
  ).toMatchObject([
    {
      message:
        'step 1 (deleteToken), line 3: the refused request had an effect: /items/0/text: expected "first", found "second"',
    },
  ]);
  // A state that cannot be read shows nothing.
  expect((await callRefused(undefined, before)).findings).toEqual([]);
});
