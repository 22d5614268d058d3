import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { headerForm, httpHead } from "../../cases/servers/make-case.ts";
import { listen } from "../../testing/listen.ts";
import { operation, sampleOf } from "../../testing/one-operation.ts";
import { committedSuite } from "../../testing/suites.ts";
import { playHttp } from "./play.ts";

const suite = await committedSuite("gateway");
let count = 0;

test.each<[string, RequestListener, string]>([
  ["ignores a cookie", (_, response) => response.end("a"), "passed"],
  ["reads a cookie", ({ headers }, response) => response.end(headers.cookie ?? "a"), "failed"],
  [
    "says that it reads one",
    ({ headers }, response) => response.setHeader("Vary", "Cookie").end(headers.cookie ?? "a"),
    "passed",
  ],
  ["counts its responses", (_, response) => response.end(`${(count += 1)}`), "passed"],
])("what must make no difference, on a server that %s", async (_, respond, outcome) => {
  await using server = await listen(respond);
  const head = httpHead(operation, "neutral", "RFC 9110, section 5.1", "Cookie", "a cookie");
  const raw = headerForm("Cookie", "a=1");
  const played = { ...head, base: sampleOf({}), raw, expected: { kind: "as-without" } } as const;
  const under = { url: server.url, headers: {}, provider: { states: {} }, fresh: String };
  expect(await playHttp(suite, played, under)).toMatchObject({ outcome });
});
