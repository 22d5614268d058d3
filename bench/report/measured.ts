import type { Calls } from "../client-calls.ts";
import type { BundleSize } from "../client-size.ts";
import type { TypeCheck } from "../client-types.ts";
import type { Series } from "../throughput.ts";
import type { Starts } from "../startup-time.ts";

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
