import { expect, test } from "vitest";
import { httpCases, playHttp } from "../../../index.ts";
import { failuresOf } from "../../../testing/failures.ts";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { chosen } from "../../../../server/gateway/testing/drawn.ts";
import { hosts, otherHosts } from "./hosts.ts";
import { openNoticeboard } from "./opened.ts";
import { boardCredentials, boardProvider } from "./provider.ts";

const board = await openNoticeboard();
const cases = httpCases(board.suite, boardProvider, boardCredentials());

/** There are about a thousand cases. */
const SAMPLE = full ? Infinity : 150;

test("the noticeboard passes the cases of HTTP", { timeout: 120_000 }, async () => {
  await using served = await board.start([]);
  const played = chosen(cases, SAMPLE, "cases of HTTP of the noticeboard");
  const play = (item: (typeof cases)[number]) => playHttp(board.suite, item, served.server);
  expect(await failuresOf(played, play)).toEqual([]);
});

test.each(otherHosts)(
  "the noticeboard passes the cases of HTTP $name",
  { timeout: 120_000 },
  async ({ name, isPlayed }) => {
    await using served = await board.start([], hosts[name]);
    const played = chosen(cases.filter(isPlayed), SAMPLE / 3, "cases of HTTP of the noticeboard");
    const play = (item: (typeof cases)[number]) => playHttp(board.suite, item, served.server);
    expect(await failuresOf(played, play)).toEqual([]);
  },
);
