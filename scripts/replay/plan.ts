import type { CoveredConstraints, Planned, Suite } from "../../conformance/index.ts";
import type { ReplayOptions } from "./options.ts";
import { planClient } from "./client.ts";
import { planReceiver } from "./receiver.ts";
import { planServer } from "./server.ts";

/** Everything that there is to play on the target, which is let go at the end of its scope. */
export interface Plan extends AsyncDisposable {
  readonly planned: readonly Planned[];
  /** The constraints that concern the target. */
  readonly constraints: CoveredConstraints;
}

/**
 * Makes ready to play on the target.
 *
 * @throws {UsageError} when nothing answers there.
 */
export function planReplay(suite: Suite, options: ReplayOptions): Promise<Plan> {
  const { target } = options;
  switch (target.kind) {
    case "server":
      return planServer(suite, target.url, options);
    case "receiver":
      return planReceiver(suite, target.url, options);
    case "client":
      return planClient(suite, target.command);
  }
}
