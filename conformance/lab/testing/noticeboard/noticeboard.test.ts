import { afterAll, expect, test } from "vitest";
import { httpCases, playHttp } from "../../../index.ts";
import { describeVerdict } from "../../../verdict.ts";
import { full } from "../full-run.ts";
import { chosen } from "../random.ts";
import { openNoticeboard } from "./opened.ts";
import { boardCredentials, boardProvider } from "./provider.ts";

const board = await openNoticeboard();
const cases = httpCases(board.suite, boardProvider, boardCredentials());

afterAll(() => board[Symbol.asyncDispose]());

/** Of a thousand cases, on the second engine. */
const SAMPLE = full ? Infinity : 60;

test.each(Object.keys(board.engines))(
  "the noticeboard does what HTTP says, on the engine %s",
  { timeout: 120_000 },
  async (engine) => {
    await using served = await board.start([], engine);
    const found: string[] = [];
    const count = engine === "compiled" ? Infinity : SAMPLE;
    for (const each of chosen(cases, count, "cases of HTTP of the noticeboard")) {
      const verdict = await playHttp(board.suite, each, served.server);
      if (verdict.outcome !== "passed") found.push(describeVerdict(verdict));
    }
    expect(found).toEqual([]);
  },
);
