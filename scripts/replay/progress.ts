import type { Verdict } from "@contract-toolkit/conformance";
import { startStatusLine } from "../output/status-line.ts";

/** A line that says how far a run is, and that goes away at the end of its scope. */
export interface Progress extends Disposable {
  readonly onVerdict: (verdict: Verdict, done: number) => void;
}

/** Starts a line on a terminal; there is none on anything else. */
export function startProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  total: number,
): Progress {
  let notPassed = 0;
  const { show, [Symbol.dispose]: end } = startStatusLine(stream);
  return {
    onVerdict({ outcome }, done) {
      if (outcome !== "passed") notPassed += 1;
      const share = Math.floor((done / total) * 100);
      const found = notPassed > 0 ? `, ${notPassed} not passed` : "";
      show(`${done} of ${total} (${share} %)${found}`);
    },
    [Symbol.dispose]: end,
  };
}
