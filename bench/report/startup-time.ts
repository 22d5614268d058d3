import type { Starts } from "../startup-time.ts";
import { spreadOf } from "../measure/statistics.ts";
import { inSpread, table } from "../table.ts";

export function startTable(starts: readonly Starts[]): string {
  const rows = starts.map(({ contender, operations, starts: each }) => [
    `${contender}, ${operations} operations`,
    inSpread(spreadOf(each.map(({ answeredMs }) => answeredMs)), 0),
    inSpread(spreadOf(each.map(({ cpuMs }) => cpuMs)), 0),
    inSpread(spreadOf(each.map(({ peakBytes }) => peakBytes / 1e6)), 0),
  ]);
  const head = ["", "first answer, ms", "processor time, ms", "peak memory, MB"];
  return `Start: a new process, to its first answer\n${table(head, rows)}`;
}
