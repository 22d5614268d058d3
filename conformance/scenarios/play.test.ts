import { expect, test } from "vitest";
import { freshValues } from "../cases/fresh-values.ts";
import { startRecorder } from "../targets/recording-server/recorder.ts";
import { playScenario } from "./play.ts";
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
