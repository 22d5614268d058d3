import { startStatusLine } from "../terminal/status-line.ts";
import type { Verdict } from "@contract-toolkit/conformance";
import { pluralOf, type Planned } from "@contract-toolkit/conformance/internal";

/**
 * Starts lines on a terminal that say how far a run is: one for each kind of cases that is done, and one that goes away at the
 * end of its scope. There are none on anything else.
 *
 * @param now milliseconds of a clock
 */
export function startProgress(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  planned: readonly Pick<Planned, "case">[],
  now: () => number = () => performance.now(),
) {
  const kinds = Map.groupBy(planned, (each) => each.case.kind);
  // A kind has started when the verdict before its first one came.
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
