import { expect, test } from "vitest";
import { reportOf, type TestedCase } from "../testing/report.ts";
import { exitStatus } from "./report.ts";

const wrong = [{ message: "found 2" }];
const passed: TestedCase = { id: "readItem/found", outcome: "passed" };
const failed: TestedCase = { id: "readItem/lost", outcome: "failed", findings: wrong };
const error: TestedCase = { id: "dropItem/gone", outcome: "error", findings: wrong };
const notPlayed: TestedCase = { id: "dropItem/later" };

function listed(id: string, target: "server" | "client" = "server") {
  return { target, id, reason: "ticket 12", line: 3 };
}

test.each([
  ["all passed", [passed], [], 0],
  ["one failed", [passed, failed], [], 1],
  ["one could not be played", [passed, error], [], 1],
  ["nothing was played", [notPlayed], [], 2],
  ["a failed case is listed", [passed, failed], [listed("readItem/lost")], 0],
  ["a passed case is listed", [passed], [listed("readItem/found")], 1],
  ["a failed case matches a listed pattern", [passed, failed], [listed("readItem/*")], 0],
  ["no case of a listed pattern fails", [passed], [listed("readItem/*")], 1],
  ["not every case of a listed pattern was played", [passed, notPlayed], [listed("*/*")], 0],
  ["a listed case does not exist", [passed], [listed("readItem/los")], 1],
  ["a listed case was not played", [passed, notPlayed], [listed("dropItem/later")], 0],
  ["a listed case could not be played", [passed, error], [listed("dropItem/gone")], 1],
  ["a failed case is listed for another target", [failed], [listed("readItem/lost", "client")], 1],
  [
    "a case that does not exist is listed for another target",
    [passed],
    [listed("x/y", "client")],
    0,
  ],
])("%s", (_, cases, known, status) => {
  expect(exitStatus(reportOf(cases, known))).toBe(status);
});
