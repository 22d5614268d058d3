import { expect, test } from "vitest";
import { failuresOf } from "../../../../conformance/testing/failures.ts";
import { full } from "../../../../server/gateway/testing/long-test.ts";
import { chosen } from "../../../../server/gateway/testing/drawn.ts";
import { hosts, otherHosts } from "./hosts.ts";
import { openNoticeboard } from "./opened.ts";

const board = await openNoticeboard();

/** There are about a thousand cases. */
const SAMPLE = full ? Infinity : 150;

test.each([
  { name: "alone" as const, isPlayed: () => true, share: SAMPLE },
  ...otherHosts.map((host) => ({ ...host, share: SAMPLE / 3 })),
])(
  "the noticeboard passes the cases of HTTP $name",
  { timeout: 120_000 },
  async ({ name, isPlayed, share }) => {
    await using served = await board.start([], hosts[name]);
    const cases = chosen(board.cases.filter(isPlayed), share, "cases of HTTP of the noticeboard");
    expect(await failuresOf(cases, served.play)).toEqual([]);
  },
);
