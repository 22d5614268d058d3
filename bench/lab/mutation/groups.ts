import { provider as merchantProvider } from "../../../server/provider-states/merchant.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { startDisposableGateway } from "../../../server/gateway/testing/disposable-gateway.ts";
import { inScenario, scenarios } from "../../../server/gateway/testing/scenarios.ts";
import { allowedByInterface } from "../testing/variations.ts";
import { openOnceMissed, type Implementation } from "./code/code-group.ts";
import type { MutantGroup, Thoroughness } from "./mutant.ts";
import {
  openReceiverVariations,
  openServerVariations,
  type HealthyServer,
} from "./wire-variations/groups.ts";

/** Implementations with mutants in their code, by name. They are loaded on use, because some load a compiler. */
export const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  handlers: async () => (await import("../fixtures/mutants/server.ts")).handlers,
  clients: async () => (await import("../fixtures/mutants/clients.ts")).clients,
  http: async () => (await import("../fixtures/mutants/server.ts")).http,
  noticeboard: async () => (await import("../fixtures/mutants/noticeboard.ts")).noticeboard(),
  receivers: async () => (await import("../fixtures/mutants/receivers.ts")).receivers,
};

/** All groups, by name. */
export const groups: Readonly<Record<string, (how?: Thoroughness) => Promise<MutantGroup>>> = {
  "once-missed": () => openOnceMissed(implementations),
  "server-variations": (how) =>
    withGateway((by) => openServerVariations(by, allowedByInterface, how)),
  "receiver-variations": async (how) => {
    const { suite, secret } = await import("../fixtures/mutants/receivers.ts");
    return openReceiverVariations(suite, merchantProvider, secret, how);
  },
  python: async () => (await import("./python/index.ts")).openPython(),
  random: async (how) => (await import("./random/index.ts")).openRandom(how?.results),
};

const gateway = await committedSuite("gateway");
const sandbox = await committedSuite("sandbox");

/** Starts a group on a gateway without mutants, which is stopped with it. */
async function withGateway(
  open: (by: HealthyServer) => Promise<MutantGroup>,
): Promise<MutantGroup> {
  const running = await startDisposableGateway();
  const server = inScenario(running, "mutation");
  const group = await open({ suites: [gateway, sandbox], scenarios, server });
  return {
    ...group,
    async [Symbol.asyncDispose]() {
      await group[Symbol.asyncDispose]();
      await running[Symbol.asyncDispose]();
    },
  };
}
