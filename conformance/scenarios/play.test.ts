import { expect, test } from "vitest";
import { withValue } from "@contract-toolkit/contract";
import { freshValues } from "../cases/fresh-values.ts";
import { startRecorder } from "../targets/recording-server/recorder.ts";
import type { Provider } from "../provider.ts";
import { playScenario } from "./play.ts";
import { listen } from "../testing/listen.ts";
import { committedSuite } from "../testing/suites.ts";
import { readScenario } from "./read/read.ts";

/** The outcome of a visit to a page that redirects to another host at once. */
async function visitRedirect(expected: object) {
  await using server = await startRecorder();
  server.response = { status: 303, headers: { Location: "https://shop.example/back?a=1" } };
  const step = JSON.stringify({ visit: server.url.href, ...expected });
  const { outcome } = await playLines(server.url, [`  - ${step}`]);
  return outcome;
}

const text = { "/body/text": "Thank you" };

test.each<[object, string]>([
  [{ contains: { "/body/onward": "https://shop.example/back", ...text } }, "passed"],
  [{ contains: { "/body/onward": "https://shop.example/gone", ...text } }, "failed"],
  [{ contains: text, leadsTo: { "/body/links": "https://shop.example/back" } }, "passed"],
  [{ contains: text, leadsTo: { "/body/links": "https://shop.example/gone" } }, "failed"],
  [{ contains: text }, "failed"],
])("a page that leads elsewhere may redirect at once: %j %s", async (expected, outcome) => {
  expect(await visitRedirect(expected)).toBe(outcome);
});

const suite = await committedSuite("gateway");
const merchant = await committedSuite("merchant");

/** Plays steps on a server. */
function playLines(url: URL, lines: readonly string[], provider: Provider = { states: {} }) {
  const text = ["why: It is shown.", "steps:", ...lines].join("\n");
  const vocabulary = { suites: [suite, merchant], providerStates: Object.keys(provider.states) };
  const headers = { "X-SERVICE-AUTH": "a credential" };
  const server = { url, provider, fresh: freshValues("seed"), headers };
  return playScenario(readScenario("a.yaml", text, vocabulary), server);
}

/** Plays a call that must fail as a sample does, on a server whose state is read before and after it. */
async function callRefused(sample: string, ...states: readonly unknown[]) {
  await using server = await startRecorder();
  const refused = suite.cases.find(({ id }) => id === `deleteToken/${sample}`);
  const status = refused?.response.status ?? 0;
  const headers = { "Content-Type": "application/json" };
  server.response = { status, headers, body: refused?.response.body };
  const read = states.values();
  const provider = { states: {}, readState: () => Promise.resolve(read.next().value) };
  const lines = ["  - call: deleteToken", "    sample: delete-token", `    status: ${status}`];
  return await playLines(server.url, lines, provider);
}

test.each(["unknown-token", "server-error"])(
  "a request that fails must not change the state of its caller: %s",
  async (sample) => {
    const before = { total: 1, items: [{ text: "first" }] };
    const changed = { ...before, items: [{ text: "second" }] };
    expect((await callRefused(sample, before, structuredClone(before))).findings).toEqual([]);
    expect((await callRefused(sample, before, changed)).findings).toMatchObject([
      {
        message:
          'step 1 (deleteToken), line 3: the refused request had an effect: /items/0/text: expected "first", found "second"',
      },
    ]);
    // A state that cannot be read shows nothing.
    expect((await callRefused(sample, undefined, before)).findings).toEqual([]);
  },
);

/** Sends a deletion three times at once, which must succeed once, on a server that answers with these statuses. */
async function deleteAtOnce(statuses: readonly number[]) {
  const bodies = new Map(
    suite.cases.map(({ id, response }) => [id, response.body as Record<string, unknown>]),
  );
  const left = statuses.values();
  await using server = await listen((_, response) => {
    const status = left.next().value ?? 500;
    const body = bodies.get(
      status === 200 ? "deleteToken/delete-token" : "deleteToken/unknown-token",
    );
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ ...body, message: String(status) }));
  });
  return await playLines(server.url, [
    "  - atOnce:",
    "      - { call: deleteToken, sample: delete-token }",
    "    times: 3",
    "    wins: 1",
    "    otherwise: 404",
  ]);
}

test.each([
  [[404, 200, 404], [], []],
  [[200, 200, 404], [/expected 1 of the calls to win, found 200, 200, 404/], []],
  [[404, 404, 404], [/expected 1 of the calls to win, found 404, 404, 404/], []],
  [[200, 404, 409], [/status: expected 404, found 409/], ["http-status", "error-field"]],
])("of calls at once, one wins: %j", async (statuses, messages, choices) => {
  const { findings } = await deleteAtOnce(statuses);
  expect(findings).toHaveLength(messages.length);
  expect(findings.flatMap((finding) => finding.choices)).toEqual(choices);
  for (const [at, message] of messages.entries()) expect(findings[at]?.message).toMatch(message);
});

test("a finding of a page names the choices at the place of its URL", async () => {
  await using server = await startRecorder();
  const paid = suite.cases.find(({ id }) => id === "payOrder/pay-at-chosen-bank");
  const body = withValue(paid?.response.body, "/payment/url", server.url.href);
  server.response = { status: 200, headers: { "Content-Type": "application/json" }, body };
  const { findings } = await playLines(server.url, [
    "  - { call: payOrder, sample: pay-at-chosen-bank, keep: { page: /body/payment/url } }",
    "  - { visit: '{page}', contains: { /body/text: Pay } }",
  ]);
  expect(findings.map(({ choices }) => choices)).toEqual([["language"]]);
});

test("the repeat of an earlier message is no further one after a later message", async () => {
  const sample = merchant.cases.find(({ id }) => id === "receivePayment/paid");
  const body = JSON.stringify(sample?.call.body);
  const headers = { ...sample?.call.headers, "Content-Type": "application/json" } as Record<
    string,
    string
  >;
  const sent: Provider["states"][string] = async ({ urls }) => {
    for (const url of urls as string[]) await fetch(url, { method: "POST", headers, body });
    return {};
  };
  const lines = [
    "  - providerState: { sent: { urls: ['{inbox}/a', '{inbox}/a'] } }",
    "  - { receive: receivePayment, at: /a }",
    "  - providerState: { sent: { urls: ['{inbox}/b'] } }",
    "  - { receive: receivePayment, at: /b }",
    "  - { receive: receivePayment, none: true }",
  ];
  const { findings } = await playLines(new URL("http://127.0.0.1:1"), lines, { states: { sent } });
  expect(findings).toEqual([]);
});
