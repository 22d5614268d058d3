import { readFile } from "node:fs/promises";
import { provider as gatewayProvider } from "../../../server/provider-states/gateway.ts";
import { provider as merchantProvider } from "../../../server/provider-states/merchant.ts";
import { freshValues } from "../../index.ts";
import type { ServerInScenario } from "../../scenarios/play.ts";
import type { Vocabulary } from "../../scenarios/read/read-steps.ts";
import { readScenario, readScenarios } from "../../scenarios/read/read.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { committedSuite } from "../../testing/suites.ts";

/** The names that the gateway's scenarios may use. */
export const vocabulary: Vocabulary = {
  suites: [
    await committedSuite("gateway"),
    await committedSuite("sandbox"),
    await committedSuite("merchant"),
  ],
  providerStates: Object.keys(gatewayProvider.states),
};

export const scenarios: readonly Scenario[] = [
  ...(await readScenarios("spec/gateway/scenarios", vocabulary)),
  ...(await readScenarios("spec/sandbox/scenarios", vocabulary)),
];

/** The example scenario of the README. */
export async function exampleScenario(): Promise<Scenario> {
  const file = "conformance/README.md";
  const [, text = ""] = /```yaml\n(.*?)```/s.exec(await readFile(file, "utf8")) ?? [];
  return readScenario(file, text, vocabulary);
}

/** Describes a gateway as a server that scenarios are played on. */
export function inScenario(
  gateway: { readonly url: URL; readonly token: string },
  seed: string,
): ServerInScenario {
  return {
    url: gateway.url,
    headers: { "X-SERVICE-AUTH": gateway.token },
    provider: gatewayProvider,
    fresh: freshValues(seed),
    open: merchantProvider.open,
  };
}
