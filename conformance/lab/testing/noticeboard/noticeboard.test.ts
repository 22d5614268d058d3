import { expect, test } from "vitest";
import { httpCases, playHttp } from "../../../index.ts";
import { failuresOf } from "../../../testing/failures.ts";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { chosen } from "../../../../server/gateway/testing/drawn.ts";
import { engines } from "../../../../server/skeleton/testing/engine.ts";
import { hosts, otherHosts } from "./hosts.ts";
import { openNoticeboard } from "./opened.ts";
import { boardCredentials, boardProvider } from "./provider.ts";

const board = await openNoticeboard();
const cases = httpCases(board.suite, boardProvider, boardCredentials());

/** There are about a thousand cases. */
const SAMPLE = full ? Infinity : 150;

test.each(engines)(
  "the noticeboard passes the cases of HTTP on the engine %s",
  { timeout: 120_000 },
  async (engine) => {
    await using served = await board.start([], engine);
    const count = engine === "compiled" ? SAMPLE : SAMPLE / 3;
    const played = chosen(cases, count, "cases of HTTP of the noticeboard");
    const play = (item: (typeof cases)[number]) => playHttp(board.suite, item, served.server);
    expect(await failuresOf(played, play)).toEqual([]);
  },
);

test.each(otherHosts)(
  "the noticeboard passes the cases of HTTP $name",
  { timeout: 120_000 },
  async ({ name, isPlayed }) => {
    await using served = await board.start([], "compiled", hosts[name]);
    const played = chosen(cases.filter(isPlayed), SAMPLE / 3, "cases of HTTP of the noticeboard");
    const play = (item: (typeof cases)[number]) => playHttp(board.suite, item, served.server);
    expect(await failuresOf(played, play)).toEqual([]);
  },
);
