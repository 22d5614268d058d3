import { setTimeout as pause } from "node:timers/promises";
import { withHeader } from "./body.ts";
import { sent, type Variations } from "./variation.ts";

/** Longer than the player waits before it looks again. */
const LATE_MS = 60;

/** How a server may send its messages: at least once, and in any sequence. */
export const messages: Variations = {
  "every message twice": {
    forward: async (pass) => {
      const answer = await pass();
      // Not waited for: a receiver that takes long would seem to take twice as long.
      void pass().catch(() => undefined);
      return answer;
    },
  },
  "every message twice at once": {
    forward: async (pass) => {
      const [first] = await Promise.all([pass(), pass()]);
      return first;
    },
  },
  "every message three times, the last ones late": {
    forward: async (pass) => {
      const answer = await pass();
      void pause(LATE_MS)
        .then(pass)
        .then(pass)
        .catch(() => undefined);
      return answer;
    },
  },
  "late messages": {
    forward: async (pass) => {
      await pause(LATE_MS);
      return pass();
    },
  },
  "header names of messages in capitals": sent((found) =>
    found.map(([name, value]) => [name.toUpperCase(), value]),
  ),
  "messages with further headers": sent((found) => [
    ...found,
    ...([
      ["X-Trace", "1"],
      ["Via", "1.1 edge"],
      ["Accept", "*/*"],
    ] as const),
  ]),
  "messages with other usual headers": sent((found) => [
    ...found.filter(([name]) => !/^(user-agent|accept.*|connection)$/i.test(name)),
    ["User-Agent", "other/1.0"],
  ]),
  "messages with a charset": sent((found) =>
    withHeader(found, "Content-Type", ([name]) => [name, "application/json; charset=utf-8"]),
  ),
};
