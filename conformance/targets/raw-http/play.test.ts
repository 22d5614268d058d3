import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { headerForm, httpHead } from "../../cases/servers/make-case.ts";
import type { RawForm } from "../../cases/servers/raw-form.ts";
import { playDocumentCase } from "../../request-learning/document-case.ts";
import { refusalCases } from "../../request-learning/http-cases.ts";
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

test.each([
  [422, 0],
  [423, 1],
])(
  "a connection may be closed without a word, but the second response is %i: %i",
  async (second, count) => {
    const connections = new Set<unknown>();
    await using server = await listen(({ socket }, response) => {
      connections.add(socket);
      response.writeHead(connections.size === 1 ? 422 : second).end("", () => socket.end());
    });
    const head = httpHead(operation, "bodies", "RFC 9112, section 9.5", "a", "none");
    const expected = { kind: "refused", statuses: [], isRepeated: true } as const;
    const under = { url: server.url, headers: {}, provider: { states: {} }, fresh: String };
    const played = { ...head, base: sampleOf({}), raw: {}, expected };
    expect((await playHttp(suite, played, under)).findings).toHaveLength(count);
  },
);

const secured = {
  ...operation,
  security: [[{ scheme: "Token", in: "header", name: "Authorization", type: "Bearer" }]],
} as const;

test.each([
  [["Bearer"], true],
  [['Basic realm="a, b", bearer realm="c"'], true],
  [['Basic realm="Bearer"'], false],
  [[], false],
])("a 401 says which credential is needed: %j is right: %s", async (challenge, isRight) => {
  await using server = await listen((_, response) => {
    response.writeHead(401, { "WWW-Authenticate": challenge }).end();
  });
  const head = httpHead(secured, "credentials", "RFC 9110, section 11.6.1", "a", "none");
  const expected = { kind: "refused", statuses: [401], challenge: "Bearer" } as const;
  const raw = headerForm("Authorization");
  const base = sampleOf({}, { operation: secured });
  const headers = { Authorization: "Bearer a" };
  const under = { url: server.url, headers, provider: { states: {} }, fresh: String };
  const verdict = await playHttp(suite, { ...head, base, raw, expected }, under);
  expect(verdict.findings).toHaveLength(isRight ? 0 : 1);
});

test.each([
  [["Bearer"], ["Bearer"], 0],
  [[], [], 0],
  [["Bearer"], [], 1],
])("of a document, two 401 agree: %j and %j", async (withNone, withBroken, count) => {
  await using server = await listen(({ headers }, response) => {
    const challenge = headers.authorization === undefined ? withNone : withBroken;
    response.writeHead(401, { "WWW-Authenticate": challenge }).end();
  });
  const under = { url: server.url, headers: { Authorization: "Bearer abcdefghij" } };
  const cases = refusalCases(
    [sampleOf({}, { operation: secured })],
    new Set([secured]),
    under,
    true,
  );
  const challenge = cases.find(({ id }) => id.endsWith("observed/challenge"));
  if (!challenge) throw new Error("there is no such case");
  expect((await playDocumentCase(challenge, suite, under)).findings).toHaveLength(count);
});
