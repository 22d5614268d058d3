import type { Suite } from "@contract-toolkit/conformance";
import type { ReplayOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { planClient } from "./client.ts";
import { planReceiver } from "./receiver.ts";
import { planServer } from "./server/plan.ts";

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
