import { expect, test } from "vitest";
import type { Verdict } from "@contract-toolkit/conformance";
import { startProgress } from "./progress.ts";

const verdict = (outcome: Verdict["outcome"]): Verdict => ({
  case: {
    id: "readItem/found",
    kind: "sample",
    why: "",
    source: { file: "main.tsp", line: 1, column: 1 },
  },
  target: "server",
  outcome,
  findings: [],
});

function written(isTTY: boolean): string[] {
  const lines: string[] = [];
  const write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  {
    using progress = startProgress({ isTTY, write }, 3);
    progress.onVerdict(verdict("passed"), 1);
    progress.onVerdict(verdict("failed"), 2);
    progress.onVerdict(verdict("error"), 3);
  }
  return lines;
}

test("a terminal shows one line, which is gone at the end", () => {
  expect(written(true)).toEqual([
    "\r\u001b[2K1 of 3 (33 %)",
    "\r\u001b[2K2 of 3 (66 %), 1 not passed",
    "\r\u001b[2K3 of 3 (100 %), 2 not passed",
    "\r\u001b[2K",
  ]);
});

test("anything else shows nothing", () => {
  expect(written(false)).toEqual([]);
});
