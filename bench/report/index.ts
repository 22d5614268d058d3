import { aims } from "./aims.ts";
import { clientTables } from "./client.ts";
import type { Measured } from "./measured.ts";
import { requestTables } from "./throughput.ts";
import { startTable } from "./startup-time.ts";

/** What was measured, as tables: medians, with the least and the most of the rounds in brackets. */
export function report(measured: Measured): string {
  const { machine, requests, starts, client } = measured;
  return [
    `Node ${machine.node}, ${machine.cores} cores of ${machine.processor}, load average ${machine.loadBefore.toFixed(2)} before.\n` +
      "Median (least-most) of the rounds; ratios are taken within a round.",
    ...(requests ? requestTables(requests) : []),
    ...(starts ? [startTable(starts)] : []),
    ...(client ? clientTables(client) : []),
    aims(measured),
  ].join("\n\n");
}
