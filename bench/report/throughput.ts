import { contenders } from "../contenders/index.ts";
import type { Series, Slice } from "../throughput.ts";
import { ratiosOf, spreadOf, type Spread } from "../measure/statistics.ts";
import { inSpread, table } from "../table.ts";

/** How much faster one series is than another, round by round. */
export function compare(
  series: Series,
  baseline: Series,
  measure: (slice: Slice) => number,
): Spread {
  return ratiosOf(series.slices.map(measure), baseline.slices.map(measure));
}

/** The series that is like `each` but for what is given. */
export function counterpart(
  series: readonly Series[],
  each: Series,
  change: Partial<Omit<Series, "slices">>,
): Series | undefined {
  const { contender, workload, operations, position } = { ...each, ...change };
  return series.find(
    (other) =>
      other.contender === contender &&
      other.workload === workload &&
      other.operations === operations &&
      other.position === position,
  );
}

export const perSecond = (slice: Slice) => slice.answersPerSecond;
export const perCpuTime = (slice: Slice) => 1 / slice.serverCpuMsPerAnswer;
export const cpuTime = (slice: Slice) => slice.serverCpuMsPerAnswer;

export function requestTables(series: readonly Series[]): string[] {
  return [
    `Requests a second, as a ratio to bare Express (more is faster)\n${peers(series, perSecond)}`,
    `Requests for the same processor time of the server, as a ratio to bare Express (more is faster)\n${peers(series, perCpuTime)}`,
    ...growth(series),
    absolute(series),
  ];
}

function peers(series: readonly Series[], measure: (slice: Slice) => number): string {
  const names = Object.keys(contenders) as Series["contender"][];
  const rows = series
    .filter(({ contender }) => contender === "bare express")
    .map((baseline) => [
      caseOf(baseline),
      ...names.map((contender) => {
        const found = counterpart(series, baseline, { contender });
        return found ? inSpread(compare(found, baseline, measure)) : "";
      }),
    ]);
  return table(["", ...names], rows);
}

function caseOf({ workload, operations, position }: Series): string {
  return `${workload}, ${position} of ${operations}`;
}

/** What more operations cost. */
function growth(series: readonly Series[]): string[] {
  const [least, most] = sizesOf(series);
  if (least === most) return [];
  const rows = series
    .filter(({ operations }) => operations === least)
    .map((small) => [
      `${small.contender}, ${small.workload}`,
      ...(["first", "last"] as const).map((position) => {
        const large = counterpart(series, small, {
          operations: most,
          position,
        });
        return large ? inSpread(compare(large, small, cpuTime)) : "";
      }),
    ]);
  return [
    `Processor time of a request at ${most} operations, as a ratio to ${least} (less is better)\n${table(["", "first operation", "last operation"], rows)}`,
  ];
}

/** The least and the most operations that were measured. */
export function sizesOf(series: readonly Series[]): [number, number] {
  const sizes = series.map(({ operations }) => operations);
  return [Math.min(...sizes), Math.max(...sizes)];
}

function absolute(series: readonly Series[]): string {
  const rates = series
    .filter(({ contender }) => contender === "bare express")
    .map((each) => `${caseOf(each)}: ${spreadOf(each.slices.map(perSecond)).median.toFixed(0)}`);
  const share = (key: "serverShare" | "loadShare") => {
    const { median } = spreadOf(series.flatMap(({ slices }) => slices.map((slice) => slice[key])));
    return `${(median * 100).toFixed(0)} %`;
  };
  return [
    `Bare Express answers a second: ${rates.join("; ")}.`,
    `Of one core, the server under load used ${share("serverShare")}, the load generator ${share("loadShare")}.`,
  ].join("\n");
}
