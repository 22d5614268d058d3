import { startStatusLine } from "../terminal/status-line.ts";
import type { Verdict } from "@contract-toolkit/conformance";
import { pluralOf, type Planned } from "@contract-toolkit/conformance/internal";

/**
 * Shows the progress of a run on a terminal: one line for each kind of cases that is done, and a status line that is erased at
 * the end of its scope.
 *
 * @param now returns the milliseconds of a clock
 */
export function startProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  planned: readonly Pick<Planned, "case">[],
  now: () => number = () => performance.now(),
) {
  const kinds = Map.groupBy(planned, (item) => item.case.kind);
  // A kind starts with the verdict before its first one.
  const groups = new Map(
    [...kinds].map(([kind, { length }]) => [
      kind,
      { total: length, done: 0, passed: 0, startMs: NaN },
    ]),
  );
  const startMs = now();
  const since = (fromMs: number) => `${((now() - fromMs) / 1000).toFixed(1)} s`;
  let lastMs = startMs;
  let notPassed = 0;
  const { show, [Symbol.dispose]: end } = startStatusLine(stream);
  return {
    onVerdict: ({ case: { kind }, outcome }: Verdict, done: number) => {
      const group = groups.get(kind);
      if (!group) return;
      if (group.done === 0) group.startMs = lastMs;
      lastMs = now();
      group.done += 1;
      if (outcome === "passed") group.passed += 1;
      else notPassed += 1;
      const { total, passed } = group;
      if (group.done === total)
        show(`${passed} of ${total} ${pluralOf[kind]} passed in ${since(group.startMs)}\n`);
      const share = Math.floor((done / planned.length) * 100);
      const found = notPassed > 0 ? `, ${notPassed} not passed` : "";
      const ofKind = `${group.done} of ${total} ${pluralOf[kind]}`;
      show(`${done} of ${planned.length} (${share} %) in ${since(startMs)}${found}; ${ofKind}`);
    },
    [Symbol.dispose]: end,
  };
}
