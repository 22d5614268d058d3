import { readFile } from "node:fs/promises";
import { provider as gatewayProvider } from "../../provider-states/gateway.ts";
import { provider as merchantProvider } from "../../provider-states/merchant.ts";
import { freshValues } from "../../../conformance/index.ts";
import type { ServerInScenario } from "../../../conformance/scenarios/play.ts";
import type { Vocabulary } from "../../../conformance/scenarios/read/read-steps.ts";
import { readScenario, readScenarios } from "../../../conformance/scenarios/read/read.ts";
import type { Scenario } from "../../../conformance/scenarios/scenario.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";

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
