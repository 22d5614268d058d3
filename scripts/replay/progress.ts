import type { Verdict } from "@contract-toolkit/conformance";

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
  return {
    onVerdict({ outcome }, done) {
      if (outcome !== "passed") notPassed += 1;
      if (!stream.isTTY) return;
      const share = Math.floor((done / total) * 100);
      const found = notPassed > 0 ? `, ${notPassed} not passed` : "";
      stream.write(`${eraseLine}${done} of ${total} (${share} %)${found}`);
    },
    [Symbol.dispose]() {
      if (stream.isTTY) stream.write(eraseLine);
    },
  };
}

/** ECMA-48: back to the start of the line, and erase it. */
const eraseLine = "\r\u001b[2K";
