import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { headerForm, httpHead } from "../../cases/servers/make-case.ts";
import type { RawForm } from "../../cases/servers/raw-form.ts";
import { listen } from "../../testing/listen.ts";
import { operation, sampleOf } from "../../testing/one-operation.ts";
import { committedSuite } from "../../testing/suites.ts";
import { playHttp } from "./play.ts";

const suite = await committedSuite("gateway");
let count = 0;

const remembering: RequestListener = ({ headers, socket }, response) => {
  const known = socket as { cookie?: string | undefined };
  response.end((known.cookie ??= headers.cookie) ?? "a");
};

test.each<[string, RequestListener, string, RawForm?]>([
  ["ignores a cookie", (_, response) => response.end("a"), "passed"],
  ["reads a cookie", ({ headers }, response) => response.end(headers.cookie ?? "a"), "failed"],
  [
    "says that it reads one",
    ({ headers }, response) => response.setHeader("Vary", "Cookie").end(headers.cookie ?? "a"),
    "passed",
  ],
  ["counts its responses", (_, response) => response.end(`${(count += 1)}`), "passed"],
  ["remembers a cookie on its connection", remembering, "failed", { isBefore: true }],
  [
    "ends each connection without a word",
    ({ socket }, response) => response.end("a", () => socket.end()),
    "passed",
    { isPipelined: true },
  ],
  [
    "closes each connection",
    ({ headers }, response) => response.setHeader("Connection", "close").end(headers.cookie ?? "a"),
    "passed",
    { isBefore: true },
  ],
])("what must make no difference, on a server that %s", async (_, respond, outcome, how) => {
  await using server = await listen(respond);
  const head = httpHead(operation, "neutral", "RFC 9110, section 5.1", "Cookie", "a cookie");
  const raw = { ...headerForm("Cookie", "a=1"), ...how };
  const played = { ...head, base: sampleOf({}), raw, expected: { kind: "as-without" } } as const;
  const under = { url: server.url, headers: {}, provider: { states: {} }, fresh: String };
  expect(await playHttp(suite, played, under)).toMatchObject({ outcome });
});
