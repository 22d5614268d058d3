import { setTimeout as pause } from "node:timers/promises";
import { withHeader, withoutHeader, type Header } from "./body.ts";
import type { Hooks } from "./proxy.ts";
import { withHeaders, withRequestHeaders, type Variations } from "./variation.ts";

/** Longer than the polling interval of the player. */
const LATE_MS = 60;

const inCapitals = withRequestHeaders((found) =>
  found.map(([name, value]) => [name.toUpperCase(), value]),
);

/** Permitted ways to send callbacks: at least once, in any sequence. */
export const messages: Variations = {
  "every message twice": repeated(0, 1),
  "every message twice at once": {
    forward: async (pass) => {
      const [first] = await Promise.all([pass(), pass()]);
      return first;
    },
  },
  "every message three times, the last ones late": repeated(LATE_MS, 2),
  "header names of messages in capitals": inCapitals,
  "messages with further headers": adding(["X-Trace", "1"], ["Via", "1.1 edge"], ["Accept", "*/*"]),
  "messages with other usual headers": withRequestHeaders((found) => [
    ...found.filter(([name]) => !/^(user-agent|accept.*|connection)$/i.test(name)),
    ["User-Agent", "other/1.0"],
  ]),
  "messages with a charset": withRequestHeaders((found) =>
    withHeader(found, "Content-Type", ([name]) => [name, "application/json; charset=utf-8"]),
  ),
};

const json: Header = ["Content-Type", "application/json"];
const text: Header = ["Content-Type", "text/plain"];

/** Any 2xx acknowledges a callback and any 4xx refuses it, whatever headers and body the response has. */
export const acknowledgements: Variations = {
  ...responder((status) => status < 300, {
    "acknowledges with 200 without a body": [200],
    "acknowledges with 200 with a page": [200, "<!doctype html>", ["Content-Type", "text/html"]],
    "acknowledges with 200 with a text of no type": [200, "OK"],
    "acknowledges with 200 with broken JSON": [200, "{", json],
    "acknowledges with 202": [202, "queued", text],
    "acknowledges with 204 with further headers": [
      204,
      "",
      ["X-Trace", "1"],
      ["Set-Cookie", "a=1"],
    ],
    "acknowledges with 205": [205],
    "acknowledges with 299": [299],
  }),
  ...responder((status) => status >= 400, {
    ...Object.fromEntries(
      [400, 404, 422].map((status) => [`refuses with ${status}`, [status, "no"]]),
    ),
    "refuses with 401 and a challenge": [401, "no", ["WWW-Authenticate", "Signature"]],
    "refuses with 429 and a time": [429, "no", ["Retry-After", "60"]],
  }),
  "does not tell whether it acted": withHeaders((found) => withoutHeader(found, "webhook-acted")),
};

type Answered = readonly [status: number, body?: string, ...headers: Header[]];

function responder(
  isMeant: (status: number) => boolean,
  rows: Readonly<Record<string, Answered>>,
): Variations {
  return Object.fromEntries(
    Object.entries(rows).map(([name, [status, body = "", ...further]]) => [
      name,
      {
        onResponse: (_, found) =>
          isMeant(found.status) ? { status, headers: [...found.headers, ...further], body } : found,
      } satisfies Partial<Hooks>,
    ]),
  );
}

/** Sends copies later, without waiting for them: the receiver must not seem slower than it is. */
function repeated(afterMs: number, times: number): Partial<Hooks> {
  return {
    forward: async (pass) => {
      const response = await pass();
      let last = pause(afterMs);
      for (let time = 0; time < times; time += 1) last = last.then(pass).then(() => undefined);
      last.catch(() => undefined);
      return response;
    },
  };
}

/** Adds headers that the message does not have. */
function adding(...own: readonly Header[]): Partial<Hooks> {
  return withRequestHeaders((found) => {
    const names = new Set(found.map(([name]) => name.toLowerCase()));
    return [...found, ...own.filter(([name]) => !names.has(name.toLowerCase()))];
  });
}
