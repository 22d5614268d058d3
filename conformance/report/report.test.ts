import { expect, test } from "vitest";
import { reportOf, type TestedCase } from "../testing/report.ts";
import { exitStatus } from "./report.ts";

const wrong = [{ message: "found 2" }];
const kept: TestedCase = { id: "readItem/found", outcome: "kept" };
const broken: TestedCase = {
  id: "readItem/lost",
  outcome: "broken",
  findings: wrong,
};
const error: TestedCase = {
  id: "dropItem/gone",
  outcome: "error",
  findings: wrong,
};
const notPlayed: TestedCase = { id: "dropItem/later" };

function listed(id: string, side: "server" | "client" = "server") {
  return { side, id, reason: "ticket 12", line: 3 };
}

test.each([
  ["all is kept", [kept], [], 0],
  ["one is broken", [kept, broken], [], 1],
  ["one could not be played", [kept, broken, error], [], 2],
  ["nothing was played", [notPlayed], [], 2],
  ["what is broken is known", [kept, broken], [listed("readItem/lost")], 0],
  ["what is kept is listed", [kept], [listed("readItem/found")], 1],
  ["what is listed does not exist", [kept], [listed("readItem/los")], 1],
  ["what is listed was not played", [kept, notPlayed], [listed("dropItem/later")], 0],
  ["what is listed could not be played", [kept, error], [listed("dropItem/gone")], 2],
  ["what is broken is known of another side", [broken], [listed("readItem/lost", "client")], 1],
  ["what does not exist is listed for another side", [kept], [listed("x/y", "client")], 0],
])("%s", (_, cases, known, status) => {
  expect(exitStatus(reportOf(cases, known))).toBe(status);
});

test("a listed case is known while it is broken, and stale once it is kept", () => {
  const { results } = reportOf([kept, broken], [listed("readItem/lost"), listed("readItem/found")]);
  expect(results.map(({ outcome, known }) => [outcome, known?.reason])).toEqual([
    ["stale", "ticket 12"],
    ["known", "ticket 12"],
  ]);
});
