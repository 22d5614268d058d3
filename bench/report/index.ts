import type { Calls } from "../client-calls.ts";
import type { BundleSize } from "../client-size.ts";
import type { TypeCheck } from "../client-types.ts";
import type { Series } from "../requests.ts";
import type { Starts } from "../start.ts";
import { aims } from "./aims.ts";
import { clientTables } from "./client.ts";
import { requestTables } from "./requests.ts";
import { startTable } from "./start.ts";

/** Everything that was measured, by round. */
export interface Measured {
  readonly machine: {
    readonly node: string;
    readonly processor: string;
    readonly cores: number;
    /** Load average of a minute, when the measuring began. */
    readonly loadBefore: number;
  };
  readonly requests?: readonly Series[];
  readonly starts?: readonly Starts[];
  readonly client?: {
    readonly sizes: readonly BundleSize[];
    readonly calls: readonly Calls[];
    readonly types: readonly TypeCheck[];
  };
}

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
