import { setTimeout as pause } from "node:timers/promises";
import { withHeader } from "../answers/body.ts";
import type { ServerVariation } from "./server-variation.ts";

/** How a server may send its messages: at least once, and in any sequence. */
export const messages: readonly ServerVariation[] = [
  {
    name: "every message twice",
    deliver: async (send) => {
      const answer = await send();
      // Not waited for: whoever takes long would seem to take twice as long.
      void send().catch(() => undefined);
      return answer;
    },
  },
  {
    name: "every message twice at once",
    deliver: async (send) => {
      const [first] = await Promise.all([send(), send()]);
      return first;
    },
  },
  {
    name: "every message three times, the last ones late",
    deliver: async (send) => {
      const answer = await send();
      void pause(LATE_MS)
        .then(send)
        .then(send)
        .catch(() => undefined);
      return answer;
    },
  },
  {
    name: "late messages",
    deliver: async (send) => {
      await pause(LATE_MS);
      return send();
    },
  },
  {
    name: "header names of messages in capitals",
    message: (message) => ({
      ...message,
      headers: message.headers.map(([name, value]) => [name.toUpperCase(), value]),
    }),
  },
  {
    name: "messages with further headers",
    message: (message) => ({
      ...message,
      headers: [...message.headers, ["X-Trace", "1"], ["Via", "1.1 edge"], ["Accept", "*/*"]],
    }),
  },
  {
    name: "messages with other usual headers",
    message: (message) => ({
      ...message,
      headers: [
        ...message.headers.filter(([name]) => !/^(user-agent|accept.*|connection)$/i.test(name)),
        ["User-Agent", "other/1.0"],
      ],
    }),
  },
  {
    name: "messages with a charset",
    message: (message) => ({
      ...message,
      headers: withHeader(message.headers, "Content-Type", ([name]) => [
        name,
        "application/json; charset=utf-8",
      ]),
    }),
  },
];

/** Longer than the player waits before it looks again. */
const LATE_MS = 60;
