import { expect, test } from "vitest";
import { reportOf, type TestedCase } from "../testing/report.ts";
import { exitStatus } from "./report.ts";

const wrong = [{ message: "found 2" }];
const passed: TestedCase = { id: "readItem/found", outcome: "passed" };
const failed: TestedCase = {
  id: "readItem/lost",
  outcome: "failed",
  findings: wrong,
};
const error: TestedCase = {
  id: "dropItem/gone",
  outcome: "error",
  findings: wrong,
};
const notPlayed: TestedCase = { id: "dropItem/later" };

function listed(id: string, target: "server" | "client" = "server") {
  return { target, id, reason: "ticket 12", line: 3 };
}

test.each([
  ["all passed", [passed], [], 0],
  ["one failed", [passed, failed], [], 1],
  ["one could not be played", [passed, failed, error], [], 2],
  ["nothing was played", [notPlayed], [], 2],
  ["what failed is known", [passed, failed], [listed("readItem/lost")], 0],
  ["what passed is listed", [passed], [listed("readItem/found")], 1],
  ["what failed is of a known pattern", [passed, failed], [listed("readItem/*")], 0],
  ["nothing of a known pattern fails", [passed], [listed("readItem/*")], 1],
  ["not everything of a known pattern was played", [passed, notPlayed], [listed("*/*")], 0],
  ["what is listed does not exist", [passed], [listed("readItem/los")], 1],
  ["what is listed was not played", [passed, notPlayed], [listed("dropItem/later")], 0],
  ["what is listed could not be played", [passed, error], [listed("dropItem/gone")], 2],
  ["what failed is known of another target", [failed], [listed("readItem/lost", "client")], 1],
  ["what does not exist is listed for another target", [passed], [listed("x/y", "client")], 0],
])("%s", (_, cases, known, status) => {
  expect(exitStatus(reportOf(cases, known))).toBe(status);
});
