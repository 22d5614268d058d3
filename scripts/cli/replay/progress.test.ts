import { expect, test } from "vitest";
import type { CaseHead } from "@contract-toolkit/conformance/internal";
import { startProgress } from "./progress.ts";

function head(kind: CaseHead["kind"]): CaseHead {
  return { id: "a/b", kind, why: "", source: { file: "main.tsp", line: 1, column: 1 } };
}

function written(isTTY: boolean): string[] {
  const lines: string[] = [];
  const write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  const planned = [head("sample"), head("sample"), head("constraint")].map((caseHead) => ({
    case: caseHead,
  }));
  let timeMs = 0;
  {
    using progress = startProgress({ isTTY, write }, planned, () => timeMs);
    for (const [index, value] of planned.entries()) {
      timeMs += 1000;
      const outcome = index === 1 ? "failed" : "passed";
      progress.onVerdict({ ...value, target: "server", outcome, findings: [] }, index + 1);
    }
  }
  return lines;
}

test("a terminal shows a line for each kind that is done, and a status line that is erased at the end", () => {
  expect(written(true).map((line) => line.replace("\r\u001b[2K", ""))).toEqual([
    "1 of 3 (33 %) in 1.0 s; 1 of 2 samples",
    "1 of 2 samples passed in 2.0 s\n",
    "2 of 3 (66 %) in 2.0 s, 1 not passed; 2 of 2 samples",
    "1 of 1 constraints passed in 1.0 s\n",
    "3 of 3 (100 %) in 3.0 s, 1 not passed; 1 of 1 constraints",
    "",
  ]);
});

test("nothing is shown if standard error is not a terminal", () => {
  expect(written(false)).toEqual([]);
});
